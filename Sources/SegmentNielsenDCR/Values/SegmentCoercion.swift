// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Conversions of values of any kind to the text, truth values and numbers that the SDK accepts.
enum SegmentCoercion {
    /// Returns the value as text: numbers in digits, fractions in their shortest form, lists and objects as JSON.
    ///
    /// - Returns: The text; nil for null and for values that JSON cannot represent.
    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text
        case .bool(let truth): truth ? "true" : "false"
        case .int(let number): String(number)
        case .double(let number): text(number)
        case .array, .object: (try? value.validate()) == nil ? nil : value.jsonText
        }
    }

    private static func text(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        return Int64(exactly: number).map { String($0) } ?? String(number)
    }

    /// Returns the value as an identifier, which for a list is that of its first element.
    static func identifier(_ value: JSONValue) -> String? {
        switch value {
        case .array(let elements):
            switch elements.first {
            case nil, .array, .object: nil
            case .some(let first): text(first)
            }
        case .object: nil
        case .null, .bool, .int, .double, .string: text(value)
        }
    }

    /// Returns whether the value is true, 1, or "true", "1", "yes" or "y" in any case.
    static func truth(_ value: JSONValue) -> Bool {
        switch value {
        case .bool(let truth): truth
        case .int(let number): number == 1
        case .double(let number): number == 1
        case .string(let text): text.utf8.count <= 4 && ["true", "1", "yes", "y"].contains(text.lowercased())
        case .null, .array, .object: false
        }
    }

    /// Returns the value as a whole number; a fraction is truncated towards zero, and text may contain a number.
    static func integer(_ value: JSONValue) -> Int64? {
        switch value {
        case .int(let number): return number
        case .double(let number): return Int64(exactly: number.rounded(.towardZero))
        case .string(let text):
            let digits = text.drop { $0 == " " }
            guard !digits.isEmpty, digits.utf8.count <= 64 else { return nil }
            if let number = Int64(digits) { return number }
            // Swift also reads hexadecimal numbers and words, which no player sends.
            guard digits.utf8.allSatisfy(isOfNumber), let number = Double(digits) else { return nil }
            return Int64(exactly: number.rounded(.towardZero))
        case .null, .bool, .array, .object: return nil
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte | 0x20 == UInt8(ascii: "e")
    }
}
