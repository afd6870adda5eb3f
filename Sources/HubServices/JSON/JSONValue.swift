// SPDX-License-Identifier: Apache-2.0

/// A value that can be represented in JSON.
///
/// Event data, configurations and stored values have this form, because it can cross threads and be serialized. Whole
/// numbers and fractions are distinct but compare by value, as in JSON text.
public enum JSONValue: Sendable {
    /// JSON's `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A number with a fraction, or one that is too large for `Int64`. ``validate()`` refuses numbers that are not
    /// finite.
    case double(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object(JSONObject)

    /// The deepest nesting of arrays and objects that is accepted.
    public static let maximumDepth = 64
}

// MARK: - Reading

extension JSONValue {
    /// The text; nil if the value is not text.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The truth value; nil if the value is not one.
    ///
    /// Numbers are not truth values.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number; nil if the value is neither one nor a fraction that equals one.
    public var intValue: Int64? {
        switch self {
        case .int(let value): value
        case .double(let value): Int64(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The number; nil if the value is not one.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements; nil if the value is not a list.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members; nil if the value is not an object.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// Whether the value is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// The kind of value, for error messages: "a string", "a number" and so on.
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

    /// A member; nil if the value is not an object or has no such member.
    ///
    /// - Parameter key: The name of the member.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }

    /// An element; nil if the value is not a list or is too short.
    ///
    /// - Parameter index: The index, from 0; any other number gives nil.
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
    /// Checks that the value can be represented in JSON text: numbers must be finite, and nesting must not exceed
    /// ``maximumDepth``.
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
    /// Checks that the members can be represented in JSON text: numbers must be finite, and nesting must not exceed
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
    /// Makes text from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a whole number from a literal.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// Makes a number from a literal.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a truth value from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes `null` from `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes a list from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object from a literal; of two members with the same name the later one is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
