// SPDX-License-Identifier: Apache-2.0

/// A value that JSON can hold.
///
/// Event data, configuration and stored values have this form, because it can cross threads and be written down.
/// Whole numbers and fractions are kept apart but compare by their value, as they do in JSON text.
public enum JSONValue: Sendable {
    /// JSON's `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A number with a fraction, or one that is too large for `Int64`. Not finite numbers are refused by ``validate()``.
    case double(Double)
    /// Text.
    case string(String)
    /// A list.
    case array(JSONArray)
    /// Members by name.
    case object(JSONObject)

    /// How deeply arrays and objects may be nested before a value is refused.
    public static let maximumDepth = 64
}

// MARK: - Reading

extension JSONValue {
    /// The text, where the value is text.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The truth value, where the value is one. Numbers are not taken for truth values.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number, where the value is one or is a fraction that equals one.
    public var intValue: Int64? {
        switch self {
        case .int(let value): value
        case .double(let value): Int64(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The number, where the value is one.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements, where the value is a list.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value.elements
    }

    /// The members, where the value is an object.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// True where the value is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// What kind of value it is, in words for error messages: "a string", "a number" and so on.
    public var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A member, or nil where the value is no object or has no such member.
    ///
    /// - Parameter key: The member's name.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }

    /// An element, or nil where the value is no list or is too short.
    ///
    /// - Parameter index: Its place, from 0; any other number gives nil.
    public subscript(index: Int) -> JSONValue? {
        guard let array = arrayValue, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

// MARK: - Comparing

extension JSONValue: Hashable {
    /// Compares by value: `1` equals `1.0`, and the order of members does not matter.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.int(let whole), .double(let fraction)), (.double(let fraction), .int(let whole)):
            Int64(exactly: fraction) == whole
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.int, _), (.double, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    /// Feeds the value; equal values feed the same.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .double(let value):
            if let whole = Int64(exactly: value) { hasher.combine(whole) } else { hasher.combine(value) }
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

// MARK: - Checking

extension JSONValue {
    /// Refuses what JSON text could not hold: numbers that are not finite, and nesting beyond ``maximumDepth``.
    ///
    /// - Throws: ``JSONConversionError`` with the path of the offending value.
    public func validate() throws(JSONConversionError) {
        try validate(depth: 0)
    }

    func validate(depth: Int) throws(JSONConversionError) {
        switch self {
        case .null, .bool, .int, .string:
            return
        case .double(let value):
            guard value.isFinite else { throw JSONConversionError(.notFinite(value)) }
        case .array(let elements):
            guard depth < Self.maximumDepth else { throw JSONConversionError(.tooDeep) }
            for (index, element) in elements.enumerated() {
                do {
                    try element.validate(depth: depth + 1)
                } catch {
                    throw error.prefixed(by: "[\(index)]")
                }
            }
        case .object(let members):
            try members.validate(depth: depth)
        }
    }
}

extension JSONObject {
    /// Refuses what JSON text could not hold: numbers that are not finite, and nesting beyond
    /// ``JSONValue/maximumDepth``.
    ///
    /// - Throws: ``JSONConversionError`` with the path of the offending value.
    public func validate() throws(JSONConversionError) {
        try validate(depth: 0)
    }

    func validate(depth: Int) throws(JSONConversionError) {
        guard depth < JSONValue.maximumDepth else { throw JSONConversionError(.tooDeep) }
        guard !isFlat else { return }
        for entry in self {
            do {
                try entry.value.validate(depth: depth + 1)
            } catch {
                throw error.prefixed(by: ".\(entry.key)")
            }
        }
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes text out of a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a whole number out of a literal.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// Makes a number out of a literal.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a truth value out of a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes `null` out of `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes a list out of a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object out of a literal; of two members with one name the later one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
