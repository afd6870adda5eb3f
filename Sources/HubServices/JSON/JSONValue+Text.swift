// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension JSONValue: Codable {
    private struct MemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw JSONConversionError(.tooDeep)
        }
        if let members = try? decoder.container(keyedBy: MemberKey.self) {
            var object = JSONObject()
            for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                object[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
            }
            self = .object(object)
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            array.reserveCapacity(elements.count ?? 0)
            while !elements.isAtEnd {
                array.append(try elements.decode(JSONValue.self))
            }
            self = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else {
            self = .double(try container.decode(Double.self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .int(let value): try value.encode(to: encoder)
        case .double(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        case .object(let members):
            var container = encoder.container(keyedBy: MemberKey.self)
            for member in members {
                try container.encode(member.value, forKey: MemberKey(stringValue: member.key))
            }
        }
    }
}

extension JSONValue {
    /// Reads JSON text.
    ///
    /// - Parameter data: UTF-8 text with one value of any kind.
    /// - Throws: ``JSONConversionError`` with the line, the column and what was expected there.
    public init(jsonData data: Data) throws(JSONConversionError) {
        self = try data.withUnsafeBytes { bytes in Self.read(bytes.bindMemory(to: UInt8.self)) }.get()
    }

    /// Reads JSON text.
    ///
    /// - Parameter text: One value of any kind.
    /// - Throws: ``JSONConversionError`` with the line, the column and what was expected there.
    public init(jsonText text: String) throws(JSONConversionError) {
        var text = text
        self = try text.withUTF8 { bytes in Self.read(bytes) }.get()
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONConversionError> {
        do throws(JSONFault) {
            return .success(try JSONReader.read(text))
        } catch {
            if error.isTooDeep { return .failure(JSONConversionError(.tooDeep)) }
            // Most texts are one line.
            let place =
                text.contains(UInt8(ascii: "\n")) ? error.description : "column \(error.column): \(error.expected)"
            return .failure(JSONConversionError(.malformedText(place)))
        }
    }

    /// The value as JSON text on one line, its members sorted by name.
    ///
    /// Numbers that JSON cannot hold are written as `null`; ``validate()`` finds them beforehand.
    public var jsonText: String {
        String(decoding: jsonData(), as: UTF8.self)
    }

    /// Returns the value as JSON text in UTF-8, with members sorted by name.
    ///
    /// - Parameter pretty: Whether the text is indented over several lines.
    /// - Returns: Valid JSON text; a number that is not finite becomes `null`.
    public func jsonData(pretty: Bool = false) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        if let data = try? encoder.encode(self) { return data }
        return (try? encoder.encode(finiteOnly)) ?? Data("null".utf8)
    }

    private var finiteOnly: JSONValue {
        switch self {
        case .double(let value) where !value.isFinite: .null
        case .null, .bool, .int, .double, .string: self
        case .array(let elements): .array(elements.map(\.finiteOnly))
        case .object(let members): .object(JSONObject(members.lazy.map { ($0.key, $0.value.finiteOnly) }))
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String { jsonText }
}

extension JSONObject: CustomStringConvertible {
    /// Reads an object out of JSON text.
    ///
    /// - Parameter text: JSON text whose outermost value is an object.
    /// - Throws: ``JSONConversionError`` with the line, the column and what was expected there.
    public init(jsonText text: String) throws(JSONConversionError) {
        try self.init(JSONValue(jsonText: text))
    }

    /// Reads an object out of JSON text.
    ///
    /// - Parameter data: UTF-8 text whose outermost value is an object.
    /// - Throws: ``JSONConversionError`` with the line, the column and what was expected there.
    public init(jsonData data: Data) throws(JSONConversionError) {
        try self.init(JSONValue(jsonData: data))
    }

    private init(_ value: JSONValue) throws(JSONConversionError) {
        guard case .object(let object) = value else {
            throw JSONConversionError(.notAnObject(value.kindDescription))
        }
        self = object
    }

    /// The object as JSON text on one line, its members sorted by name.
    public var jsonText: String { JSONValue.object(self).jsonText }

    /// The object as JSON text.
    public var description: String { jsonText }
}
