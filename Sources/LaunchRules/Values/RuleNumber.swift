// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A number as rules compare it: by value, whole numbers exactly.
enum RuleNumber: Sendable, Hashable {
    case whole(Int64)
    /// A number that `Int64` does not hold.
    case fraction(Double)

    private init(_ value: Double) {
        self = Int64(exactly: value).map(RuleNumber.whole) ?? .fraction(value)
    }

    /// Makes the number that a value of an event is compared as.
    ///
    /// - Parameter value: A number, text that is one as a whole, or a boolean, which is 1 or 0. Nil for all else.
    init?(_ value: JSONValue) {
        switch value {
        case .int(let value): self = .whole(value)
        case .double(let value): self.init(value)
        case .bool(let value): self = .whole(value ? 1 : 0)
        case .string(let text): self.init(text: text)
        case .null, .array, .object: return nil
        }
    }

    /// Makes the number that a text is in decimal notation: digits with an optional sign, fraction and exponent.
    ///
    /// - Parameter text: The text. Nil for anything else, also for hexadecimal digits, names of numbers, and blanks.
    init?(text: String) {
        var text = text
        guard let isWhole = text.withUTF8(Self.isWhole) else { return nil }
        if isWhole, let value = Int64(text) {
            self = .whole(value)
        } else if let value = Double(text), value.isFinite {
            self.init(value)
        } else {
            return nil
        }
    }

    /// Returns whether a number has neither fraction nor exponent; nil where the text is no number.
    private static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        var rest = text[...]
        func skipSign() {
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
        }
        func skipDigits() -> Bool {
            let count = rest.count
            rest = rest.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            return rest.count < count
        }
        skipSign()
        guard skipDigits() else { return nil }
        if rest.isEmpty { return true }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard skipDigits() else { return nil }
        }
        if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            skipSign()
            guard skipDigits() else { return nil }
        }
        return rest.isEmpty ? false : nil
    }

    /// Returns -1, 0 or 1 where this number is less than, equal to or greater than another.
    func compared(to other: RuleNumber) -> Int {
        switch (self, other) {
        case (.whole(let left), .whole(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.fraction(let left), .fraction(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.whole(let left), .fraction(let right)): Self.order(left, right)
        case (.fraction(let left), .whole(let right)): -Self.order(right, left)
        }
    }

    /// Compares a whole number with one that is not a whole number of 64 bits: the two are never equal.
    private static func order(_ whole: Int64, _ fraction: Double) -> Int {
        guard let floor = Int64(exactly: fraction.rounded(.down)) else { return fraction < 0 ? 1 : -1 }
        return whole <= floor ? -1 : 1
    }
}
