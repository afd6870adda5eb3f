// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A value of an input that cannot be read, with the position of the fault.
struct InputFault: Error, Sendable, Hashable {
    /// The name of the rule that is broken.
    let rule: String
    /// The line of the fault, from 1.
    let line: Int
    /// The byte of the fault in its line, from 1.
    let column: Int
    /// What is wrong, without the line.
    let text: String

    /// Finds the fault of bytes that are not a value.
    ///
    /// - Parameters:
    ///   - bytes: The bytes from the beginning of the value on.
    ///   - line: The line in which they begin.
    ///   - column: The byte of that line at which they begin.
    init(of bytes: [UInt8], line: Int, column: Int) {
        if let offset = Self.firstByteOfNoText(bytes) {
            let before = bytes[..<offset]
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            self.line = line + before.count { $0 == UInt8(ascii: "\n") }
            self.column = lineStart.map { offset - $0 + 1 } ?? offset + column
            rule = "LINE_NOT_UTF8"
            text = "the bytes are not UTF-8 (column \(self.column)); save the file as UTF-8"
            return
        }
        let fault = JSONFault.first(in: bytes)
        let faultLine = fault?.line ?? 1
        self.line = line + faultLine - 1
        self.column = (fault?.column ?? 1) + (faultLine == 1 ? column - 1 : 0)
        let begin = faultLine == 1 ? "" : ", in the value that begins in line \(line)"
        if fault?.isTooDeep == true {
            rule = "LINE_TOO_DEEP"
            text = "column \(self.column): the value is nested deeper than \(JSONValue.maximumDepth) levels; flatten it"
        } else {
            rule = "LINE_NOT_JSON"
            let expected = fault?.expected ?? "a value was expected"
            text = "the text is not well-formed JSON: column \(self.column): \(expected)\(begin)"
        }
    }

    /// Makes the fault of an array that is not closed.
    init(ofOpenArrayAt line: Int, column: Int, end: Int) {
        rule = "ARRAY_WITHOUT_END"
        self.line = line
        self.column = column
        text = "the array that begins in column \(column) has no end: the file stops in line \(end); it was cut off"
    }

    /// Returns what is wrong, with what would be right where that helps.
    func sentence(_ right: String) -> String {
        rule == "LINE_NOT_JSON" || rule == "LINE_TOO_DEEP" ? text + "; " + right : text
    }

    /// The place of the first byte that UTF-8 text does not have, or of a NUL, which JSON text does not have.
    private static func firstByteOfNoText(_ bytes: [UInt8]) -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                if scalar == "\u{0}" { return offset }
                offset += UTF8.width(scalar)
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }
}

/// What is wrong with a line of an input, or with an entry of a capture, and what would be right.
struct LineFault: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = VisibleText.line(description) }
}
