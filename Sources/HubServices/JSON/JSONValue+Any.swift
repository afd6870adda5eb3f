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
        switch any {
        case let value as JSONValue:
            try value.validate(depth: depth)
            self = value
        case let value as JSONObject:
            try value.validate(depth: depth)
            self = .object(value)
        case let value as String:
            self = .string(value)
        // Before the classes: asking whether an array is an `NSNumber` walks through everything in it, however deep.
        case let value as [Any?]:
            self = .array(try JSONValue.elements(of: value, depth: depth))
        case let value as [AnyHashable: Any]:
            self = .object(try JSONObject(untyped: value, depth: depth))
        case let value as NSNumber where type(of: any) is NSNumber.Type:
            try self.init(number: value)
        case let value as Bool:
            self = .bool(value)
        case let value as any BinaryInteger:
            self = Int64(exactly: value).map(JSONValue.int) ?? .double(Double(value))
        case let value as Double:
            try self.init(finite: value)
        case let value as Float:
            try self.init(finite: Double(value))
        case is NSNull:
            self = .null
        default:
            let mirror = Mirror(reflecting: any)
            guard mirror.displayStyle == .optional else {
                throw JSONConversionError(.unsupportedType(String(describing: type(of: any))))
            }
            // An optional inside `Any` is a value of its own; look through it.
            try self.init(any: mirror.children.first?.value, depth: depth)
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
    /// - Parameter untyped: A dictionary as Objective-C interfaces hand it over.
    /// - Throws: ``JSONConversionError`` with the path of what JSON cannot hold.
    public init(untyped: [AnyHashable: Any]) throws(JSONConversionError) {
        try self.init(untyped: untyped, depth: 0)
    }

    /// Makes an object out of an untyped dictionary, its members sorted by name.
    ///
    /// - Parameter untyped: A dictionary as Swift code builds it.
    /// - Throws: ``JSONConversionError`` with the path of what JSON cannot hold.
    public init(untyped: [String: Any]) throws(JSONConversionError) {
        try self.init(members: untyped.sorted { $0.key < $1.key }.lazy.map { ($0.key, $0.value) }, depth: 0)
    }

    fileprivate init(untyped: [AnyHashable: Any], depth: Int) throws(JSONConversionError) {
        var members: [(String, Any)] = []
        members.reserveCapacity(untyped.count)
        for (key, value) in untyped {
            guard let name = key.base as? String else {
                throw JSONConversionError(.keyNotString(String(describing: type(of: key.base))))
            }
            members.append((name, value))
        }
        members.sort { $0.0 < $1.0 }
        try self.init(members: members, depth: depth)
    }

    private init(members: some Sequence<(String, Any)>, depth: Int) throws(JSONConversionError) {
        guard depth < JSONValue.maximumDepth else { throw JSONConversionError(.tooDeep) }
        self.init()
        for (name, value) in members {
            do {
                self[name] = try JSONValue(member: value, depth: depth + 1)
            } catch {
                throw error.prefixed(by: ".\(name)")
            }
        }
    }

    /// The members as an untyped dictionary.
    public var anyDictionary: [String: Any] {
        var dictionary: [String: Any] = [:]
        dictionary.reserveCapacity(count)
        for entry in entries {
            dictionary[entry.key] = entry.value.anyValue
        }
        return dictionary
    }
}
