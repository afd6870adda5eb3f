// SPDX-License-Identifier: Apache-2.0

import Foundation

extension JSONValue {
    /// Makes a value out of what untyped dictionaries hold.
    ///
    /// - Parameter any: A string, number, boolean, `NSNull`, nil, array or dictionary, nested as you like.
    /// - Throws: ``JSONConversionError`` with the path of what JSON cannot hold.
    public init(any: Any?) throws(JSONConversionError) {
        try self.init(any: any, depth: 0)
    }

    private init(any: Any?, depth: Int) throws(JSONConversionError) {
        guard let any else {
            self = .null
            return
        }
        if let value = try Self.common(any, depth: depth) {
            self = value
        } else {
            self = try Self.uncommon(any, depth: depth)
        }
    }

    /// Converts what dictionaries hold nearly always.
    ///
    /// Comparing types is cheap, and a cast that fails is not: asking in turn whether a value is this or that costs more
    /// than everything else about it.
    ///
    /// - Returns: Nil where the type is another one.
    private static func common(_ any: Any, depth: Int) throws(JSONConversionError) -> JSONValue? {
        let type = type(of: any)
        if type == String.self, let value = any as? String { return .string(value) }
        if type == [String: Any].self, let value = any as? [String: Any] {
            return .object(try JSONObject(untyped: value, depth: depth))
        }
        if type == Int.self, let value = any as? Int { return .int(Int64(value)) }
        if type == Bool.self, let value = any as? Bool { return .bool(value) }
        if type == Double.self, let value = any as? Double { return try JSONValue(finite: value) }
        if type == [AnyHashable: Any].self, let value = any as? [AnyHashable: Any] {
            return .object(try JSONObject(untyped: value, depth: depth))
        }
        if type == [String: String].self, let value = any as? [String: String] {
            return .object(try JSONObject(untyped: value, depth: depth))
        }
        return nil
    }

    private static func uncommon(_ any: Any, depth: Int) throws(JSONConversionError) -> JSONValue {
        switch any {
        case let value as JSONValue:
            try value.validate(depth: depth)
            return value
        case let value as JSONObject:
            try value.validate(depth: depth)
            return .object(value)
        case let value as String:
            return .string(value)
        // Before the classes: asking whether an array is an `NSNumber` walks through everything in it, however deep.
        case let value as [Any?]:
            return .array(try JSONValue.elements(of: value, depth: depth))
        case let value as [AnyHashable: Any]:
            return .object(try JSONObject(untyped: value, depth: depth))
        case let value as NSNumber where type(of: any) is NSNumber.Type:
            return try JSONValue(number: value)
        case let value as Bool:
            return .bool(value)
        case let value as any BinaryInteger:
            return Int64(exactly: value).map(JSONValue.int) ?? .double(Double(value))
        case let value as Double:
            return try JSONValue(finite: value)
        case let value as Float:
            return try JSONValue(finite: Double(value))
        case is NSNull:
            return .null
        default:
            let mirror = Mirror(reflecting: any)
            guard mirror.displayStyle == .optional else {
                throw JSONConversionError(.unsupportedType(String(describing: type(of: any))))
            }
            // An optional inside `Any` is a value of its own; look through it.
            return try JSONValue(any: mirror.children.first?.value, depth: depth)
        }
    }

    private init(finite value: Double) throws(JSONConversionError) {
        guard value.isFinite else { throw JSONConversionError(.notFinite(value)) }
        self = .double(value)
    }

    private init(number: NSNumber) throws(JSONConversionError) {
        // "c" is what both Foundations store a boolean as; "B" is what newer compilers encode it as.
        let type = number.objCType.pointee
        if type == 0x63 || type == 0x42, number == 0 || number == 1 {
            self = .bool(number.boolValue)
        } else if type == 0x64 || type == 0x66 {
            try self.init(finite: number.doubleValue)
        } else {
            self = .int(number.int64Value)
        }
    }

    private static func elements(of array: [Any?], depth: Int) throws(JSONConversionError) -> [JSONValue] {
        guard depth < maximumDepth else { throw JSONConversionError(.tooDeep) }
        var elements: [JSONValue] = []
        elements.reserveCapacity(array.count)
        for (index, element) in array.enumerated() {
            do {
                elements.append(try JSONValue(any: element, depth: depth + 1))
            } catch {
                throw error.prefixed(by: "[\(index)]")
            }
        }
        return elements
    }

    /// The value as untyped dictionaries hold it: `String`, `Int`, `Double`, `Bool`, `NSNull`, `[Any]`, `[String: Any]`.
    public var anyValue: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(exactly: value) ?? value
        case .double(let value): value
        case .string(let value): value
        case .array(let value): value.map(\.anyValue)
        case .object(let value): value.anyDictionary
        }
    }

    fileprivate init(member any: Any, depth: Int) throws(JSONConversionError) {
        try self.init(any: any, depth: depth)
    }
}

extension JSONObject {
    /// Makes an object out of an untyped dictionary, its members sorted by name.
    ///
    /// - Parameter untyped: A dictionary as Objective-C interfaces pass it.
    /// - Throws: ``JSONConversionError`` with the path of what JSON cannot hold.
    public init(untyped: [AnyHashable: Any]) throws(JSONConversionError) {
        try self.init(untyped: untyped, depth: 0)
    }

    /// Makes an object out of an untyped dictionary, its members sorted by name.
    ///
    /// - Parameter untyped: A dictionary as Swift code builds it.
    /// - Throws: ``JSONConversionError`` with the path of what JSON cannot hold.
    public init(untyped: [String: Any]) throws(JSONConversionError) {
        try self.init(untyped: untyped, depth: 0)
    }

    fileprivate init(untyped: [AnyHashable: Any], depth: Int) throws(JSONConversionError) {
        try self.init(members: untyped, depth: depth) { key throws(JSONConversionError) in
            guard let name = key as? String else {
                throw JSONConversionError(.keyNotString(String(describing: type(of: key.base))))
            }
            return name
        }
    }

    fileprivate init(untyped: [String: some Any], depth: Int) throws(JSONConversionError) {
        try self.init(members: untyped, depth: depth) { $0 }
    }

    /// Converts the members of a dictionary, whose names are distinct already.
    @inline(__always)
    private init<Key>(
        members: [Key: some Any],
        depth: Int,
        name: (Key) throws(JSONConversionError) -> String
    ) throws(JSONConversionError) {
        guard depth < JSONValue.maximumDepth else { throw JSONConversionError(.tooDeep) }
        var converted: [(String, JSONValue)] = []
        converted.reserveCapacity(members.count)
        var failure: (name: String, error: JSONConversionError)?
        for (key, value) in members {
            let name = try name(key)
            do throws(JSONConversionError) {
                converted.append((name, try JSONValue(member: value, depth: depth + 1)))
            } catch {
                // Of several mistakes the one that comes first by name, as a dictionary has no order.
                if let known = failure, known.name < name { continue }
                failure = (name, error)
            }
        }
        if let failure { throw failure.error.prefixed(by: ".\(failure.name)") }
        converted.sort { $0.0 < $1.0 }
        self.init(ofDistinct: converted)
    }

    /// The members as an untyped dictionary.
    public var anyDictionary: [String: Any] {
        var dictionary: [String: Any] = [:]
        dictionary.reserveCapacity(count)
        for entry in self {
            dictionary[entry.key] = entry.value.anyValue
        }
        return dictionary
    }
}

extension JSONObject {
    /// Makes an object out of an untyped dictionary, without what JSON cannot hold.
    ///
    /// - Parameters:
    ///   - untyped: A dictionary as a caller passes it who cannot be told of a mistake.
    ///   - report: Receives a line about what was left out, with its path; it is not called where nothing was.
    package init(readable untyped: [AnyHashable: Any], _ report: (String) -> Void) {
        do throws(JSONConversionError) {
            try self.init(untyped: untyped)
        } catch {
            var salvage = Salvage()
            self = salvage.object(untyped, path: "", depth: 0)
            report(salvage.report)
        }
    }

    /// Reads what can be read of a dictionary that is not JSON as a whole.
    private struct Salvage {
        private static let shownLimit = 8

        private var faults: [JSONConversionError] = []
        private var count = 0

        var report: String {
            let shown = faults.sorted { $0.path < $1.path }.map(\.description).joined(separator: "; ")
            return "left out: " + shown + (count > faults.count ? "; and \(count - faults.count) more" : "")
        }

        private mutating func note(_ error: JSONConversionError) {
            count += 1
            if faults.count < Self.shownLimit { faults.append(error) }
        }

        mutating func object(_ members: [AnyHashable: Any], path: String, depth: Int) -> JSONObject {
            var found: [(String, JSONValue)] = []
            for (key, value) in members {
                guard let name = key as? String else {
                    note(JSONConversionError(.keyNotString(String(describing: type(of: key.base))), path: path))
                    continue
                }
                if let value = self.value(value, path: "\(path).\(name)", depth: depth + 1) {
                    found.append((name, value))
                }
            }
            return JSONObject(ofDistinct: found.sorted { $0.0 < $1.0 })
        }

        private mutating func value(_ any: Any, path: String, depth: Int) -> JSONValue? {
            do throws(JSONConversionError) {
                let isWhole = any is JSONValue || any is JSONObject
                if !isWhole, let elements = any as? [Any] {
                    guard depth < JSONValue.maximumDepth else { throw JSONConversionError(.tooDeep) }
                    var found: [JSONValue] = []
                    for (index, element) in elements.enumerated() {
                        if let value = value(element, path: "\(path)[\(index)]", depth: depth + 1) {
                            found.append(value)
                        }
                    }
                    return .array(found)
                }
                if !isWhole, let members = any as? [AnyHashable: Any] {
                    guard depth < JSONValue.maximumDepth else { throw JSONConversionError(.tooDeep) }
                    return .object(object(members, path: path, depth: depth))
                }
                return try JSONValue(member: any, depth: depth)
            } catch {
                note(error.prefixed(by: path))
                return nil
            }
        }
    }
}
