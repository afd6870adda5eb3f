// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A follower of the outline of JSON text, byte by byte: it says where a value ends, and where the text stops being JSON.
///
/// It looks at brackets, names, texts and separators, so that the end of a value is found before it is read, and a value
/// that was begun and never ended is noticed in the next line and not at the end of a long file. What numbers, words and
/// escapes look like is left to the reader of the whole value.
struct JSONOutline {
    /// The meaning of a byte.
    enum Answer {
        case goesOn
        /// The value ends with this byte.
        case ends
        /// The value, a number or a word, ended before this byte.
        case endsBefore
        /// No JSON text has this byte here.
        case stops
    }

    private enum Expectation {
        case value, elementOrEnd, nameOrEnd, name, colon, separator, scalar
    }

    private var expectation = Expectation.value
    /// For each open bracket, whether it is an object's.
    private var isObject: [Bool] = []
    private var isInText = false
    private var isEscaped = false
    private var isName = false

    /// Whether the value may end here without a further byte.
    var mayEnd: Bool { isObject.isEmpty && expectation == .scalar }

    /// Reads the next byte.
    mutating func read(_ byte: UInt8) -> Answer {
        if isInText { return readText(byte) }
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D:
            return endScalar() ? .endsBefore : .goesOn
        case UInt8(ascii: ","):
            if endScalar() { return .endsBefore }
            guard expectation == .separator, let isObject = isObject.last else { return .stops }
            expectation = isObject ? .name : .value
            return .goesOn
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            if endScalar() { return .endsBefore }
            return close(isObject: byte == UInt8(ascii: "}"))
        case UInt8(ascii: ":"):
            guard expectation == .colon else { return .stops }
            expectation = .value
            return .goesOn
        case UInt8(ascii: "\""):
            return beginText()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return open(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            switch expectation {
            case .value, .elementOrEnd: expectation = .scalar
            case .scalar: break
            case .nameOrEnd, .name, .colon, .separator: return .stops
            }
            return .goesOn
        default:
            return .stops
        }
    }

    private mutating func readText(_ byte: UInt8) -> Answer {
        if isEscaped {
            isEscaped = false
            return byte < 0x20 ? .stops : .goesOn
        }
        switch byte {
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: "\""):
            isInText = false
            guard isName else { return endValue() }
            expectation = .colon
        case 0..<0x20: return .stops
        default: break
        }
        return .goesOn
    }

    private mutating func beginText() -> Answer {
        switch expectation {
        case .value, .elementOrEnd: isName = false
        case .name, .nameOrEnd: isName = true
        case .colon, .separator, .scalar: return .stops
        }
        isInText = true
        return .goesOn
    }

    private mutating func open(isObject object: Bool) -> Answer {
        switch expectation {
        case .value, .elementOrEnd: break
        case .nameOrEnd, .name, .colon, .separator, .scalar: return .stops
        }
        // Deeper than any value may be: the reader says so of what was read until here.
        guard isObject.count <= JSONValue.maximumDepth else { return .stops }
        isObject.append(object)
        expectation = object ? .nameOrEnd : .elementOrEnd
        return .goesOn
    }

    private mutating func close(isObject object: Bool) -> Answer {
        switch expectation {
        case .separator: break
        case .nameOrEnd: guard object else { return .stops }
        case .elementOrEnd: guard !object else { return .stops }
        case .value, .name, .colon, .scalar: return .stops
        }
        guard isObject.last == object else { return .stops }
        isObject.removeLast()
        return endValue()
    }

    /// Ends a number or a word; true if it was the whole value.
    private mutating func endScalar() -> Bool {
        guard expectation == .scalar else { return false }
        if isObject.isEmpty { return true }
        expectation = .separator
        return false
    }

    private mutating func endValue() -> Answer {
        expectation = .separator
        return isObject.isEmpty ? .ends : .goesOn
    }
}

/// A counter of brackets in text that need not be JSON.
struct JSONBrackets {
    /// Whether a text may go on over the end of a line.
    private let textsSpanLines: Bool
    private(set) var depth = 0
    private(set) var isInText = false
    private var isEscaped = false

    init(textsSpanLines: Bool = false) { self.textsSpanLines = textsSpanLines }

    mutating func read(_ byte: UInt8) {
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") && !textsSpanLines {
                isInText = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
    }
}
