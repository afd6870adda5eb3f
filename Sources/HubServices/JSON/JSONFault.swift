// SPDX-License-Identifier: Apache-2.0

/// Where a text stops being JSON, and what was expected there.
///
/// The system's parser says only that a text is no JSON; who writes a file by hand needs the place.
package struct JSONFault: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The byte in the line, from 1.
    package let column: Int
    /// What was expected there.
    package let expected: String

    package var description: String { "line \(line), column \(column): \(expected)" }

    /// Finds the first fault.
    ///
    /// - Parameter text: JSON text in UTF-8.
    /// - Returns: Nil where there is none.
    package static func first(in text: some Sequence<UInt8>) -> JSONFault? {
        var scanner = Scanner(bytes: Array(text))
        do throws(Scanner.Stop) {
            try scanner.value(depth: 0)
            scanner.skipSpace()
            if scanner.next != nil { throw scanner.stop("nothing more after the complete value") }
            return nil
        } catch {
            let before = scanner.bytes[..<error.place]
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            return JSONFault(
                line: before.count { $0 == UInt8(ascii: "\n") } + 1,
                column: error.place - lineStart + 1,
                expected: error.expected + (error.place == scanner.bytes.count ? ", but the text ends" : "")
            )
        }
    }
}

/// Walks over JSON text without keeping anything.
private struct Scanner {
    struct Stop: Error {
        let place: Int
        let expected: String
    }

    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    func stop(_ expected: String) -> Stop { Stop(place: place, expected: expected + " was expected") }

    mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    mutating func value(depth: Int) throws(Stop) {
        guard depth < JSONValue.maximumDepth else { throw stop("nesting of at most \(JSONValue.maximumDepth) levels") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try members(depth)
        case UInt8(ascii: "["): try elements(depth)
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
        default: throw stop("a value")
        }
    }

    private mutating func members(_ depth: Int) throws(Stop) {
        place += 1
        skipSpace()
        if take("}") { return }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw stop("a name in double quotes") }
            try text()
            skipSpace()
            guard take(":") else { throw stop("a colon") }
            try value(depth: depth + 1)
            skipSpace()
            if take("}") { return }
            guard take(",") else { throw stop("a comma or }") }
        }
    }

    private mutating func elements(_ depth: Int) throws(Stop) {
        place += 1
        skipSpace()
        if take("]") { return }
        while true {
            try value(depth: depth + 1)
            skipSpace()
            if take("]") { return }
            guard take(",") else { throw stop("a comma or ]") }
        }
    }

    private mutating func text() throws(Stop) {
        place += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return
            case UInt8(ascii: "\\"):
                place += 1
                guard let escape = next, #""\/bfnrtu"#.utf8.contains(escape) else {
                    throw stop(#"one of " \ / b f n r t u after a backslash"#)
                }
                place += 1
            case 0..<0x20: throw stop("a double quote at the end of the string")
            default: place += 1
            }
        }
        throw stop("a double quote at the end of the string")
    }

    private mutating func word(_ word: String) throws(Stop) {
        guard bytes[place...].starts(with: word.utf8) else { throw stop(word) }
        place += word.utf8.count
    }

    private mutating func number() throws(Stop) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws(Stop) {
        let start = place
        while let byte = next, Self.isDigit(byte) { place += 1 }
        if place == start { throw stop("a digit") }
    }
}
