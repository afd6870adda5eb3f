// SPDX-License-Identifier: Apache-2.0

import HubServices

/// One of the values that a matcher compares with.
struct RuleOperand: Sendable, Hashable {
    /// The value's type decides how values of events are compared with it.
    enum Value: Sendable, Hashable {
        /// Text in lower case.
        case text(String)
        case number(RuleNumber)
        case bool(Bool)
    }

    let value: Value
    /// The text as it is written in the file; nil where that is in lower case.
    private let spelling: String?
    /// The text that text operators look for, in lower case; nil for other operators, and for a boolean.
    private let needle: [UInt8]?

    /// Makes an operand.
    ///
    /// - Parameters:
    ///   - value: Text, a number or a boolean. Nil for all else.
    ///   - operation: What is asked.
    init?(_ value: JSONValue, of operation: RuleOperator) {
        switch value {
        case .string(let text): self.value = .text(text.lowercased())
        case .bool(let truth): self.value = .bool(truth)
        case .int, .double:
            guard let number = RuleNumber(value) else { return nil }
            self.value = .number(number)
        case .null, .array, .object: return nil
        }
        spelling = value.stringValue.flatMap { $0 == $0.lowercased() ? nil : $0 }
        if operation.isTextual, value.boolValue == nil {
            needle = value.leafText.map { Array($0.lowercased().utf8) }
        } else {
            needle = nil
        }
    }

    /// The value as it is written in the file.
    var written: JSONValue {
        switch value {
        case .text(let text): .string(spelling ?? text)
        case .number(.whole(let number)): .int(number)
        case .number(.fraction(let number)): .double(number)
        case .bool(let value): .bool(value)
        }
    }

    /// Returns whether a value of an event stands to this one as an operator says.
    ///
    /// - Parameters:
    ///   - operation: What is asked.
    ///   - reading: The event's value; not missing.
    /// - Returns: Whether it does.
    func holds(_ operation: RuleOperator, _ reading: inout RuleReading) -> Bool {
        switch operation {
        case .equal: equals(&reading)
        case .contains: isFound(&reading) { Self.contains($0, $1) }
        case .startsWith: isFound(&reading) { $0.starts(with: $1) }
        case .endsWith: isFound(&reading) { $0.suffix($1.count).elementsEqual($1) }
        case .greater: order(reading).map { $0 > 0 } ?? false
        case .greaterOrEqual: order(reading).map { $0 >= 0 } ?? false
        case .less: order(reading).map { $0 < 0 } ?? false
        case .lessOrEqual: order(reading).map { $0 <= 0 } ?? false
        }
    }

    private func equals(_ reading: inout RuleReading) -> Bool {
        switch value {
        case .text(let text): reading.folded == text
        case .number(let number): RuleNumber(reading.value) == number
        case .bool(let value): reading.value.ruleBool == value
        }
    }

    private func order(_ reading: RuleReading) -> Int? {
        guard case .number(let number) = value else { return nil }
        return RuleNumber(reading.value)?.compared(to: number)
    }

    private func isFound(
        _ reading: inout RuleReading,
        _ test: (UnsafeBufferPointer<UInt8>, [UInt8]) -> Bool
    ) -> Bool {
        guard let needle, var text = reading.folded else { return false }
        return text.withUTF8 { test($0, needle) }
    }

    private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        guard text.count >= needle.count else { return false }
        for start in 0...text.count - needle.count where text[start] == first {
            if text[start..<start + needle.count].elementsEqual(needle) { return true }
        }
        return false
    }
}

/// The operators that compare.
enum RuleOperator: String, Sendable, Hashable {
    case equal = "eq"
    case contains = "co"
    case startsWith = "sw"
    case endsWith = "ew"
    case greater = "gt"
    case greaterOrEqual = "ge"
    case less = "lt"
    case lessOrEqual = "le"

    /// Whether the operator compares which of two numbers is greater.
    var isOrdering: Bool { [.greater, .greaterOrEqual, .less, .lessOrEqual].contains(self) }

    /// Whether the operator looks for text in text.
    var isTextual: Bool { [.contains, .startsWith, .endsWith].contains(self) }
}

/// A value of an event, with its text in lower case once that was asked for.
struct RuleReading {
    let value: JSONValue
    private var text: String?
    private var isFolded = false

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The text in lower case; nil for lists and objects.
    var folded: String? {
        mutating get {
            if !isFolded {
                text = value.leafText.map(Self.fold)
                isFolded = true
            }
            return text
        }
    }

    /// Returns a text in lower case, most texts being so already.
    private static func fold(_ text: String) -> String {
        isLower(text) ? text : text.lowercased()
    }

    private static func isLower(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var place = 0
            while place < bytes.count {
                let byte = bytes[place]
                place &+= 1
                if byte >= 0x80 || byte &- UInt8(ascii: "A") < 26 { return false }
            }
            return true
        } ?? false
    }
}

extension JSONValue {
    /// The boolean that the value is compared as: true, "true" in any case and 1, and their opposites; nil for all else.
    var ruleBool: Bool? {
        switch self {
        case .bool(let value): return value
        case .string(let text):
            switch text.lowercased() {
            case "true": return true
            case "false": return false
            default: return nil
            }
        case .int, .double:
            switch RuleNumber(self) {
            case .whole(1): return true
            case .whole(0): return false
            default: return nil
            }
        case .null, .array, .object: return nil
        }
    }
}
