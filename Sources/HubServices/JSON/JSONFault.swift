// SPDX-License-Identifier: Apache-2.0

/// The position at which a text stops being JSON, and what was expected there.
package struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The byte in the line, from 1.
    package let column: Int
    /// A description of what was expected there.
    package let expected: String
    /// Whether the text is nested deeper than its reader allows; it may be JSON all the same.
    package let isTooDeep: Bool

    /// The place, and what was expected there.
    package var description: String { "line \(line), column \(column): \(expected)" }

    init(at place: Int, _ expected: String, isTooDeep: Bool = false, in text: UnsafeBufferPointer<UInt8>) {
        let before = text[..<min(place, text.count)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = place - lineStart + 1
        self.isTooDeep = isTooDeep
        self.expected = expected + " was expected" + (place >= text.count ? ", but the text ends" : "")
    }

    /// Returns the first fault of a text.
    ///
    /// - Parameter text: JSON text in UTF-8.
    /// - Returns: Nil if nothing is found.
    package static func first(in text: some Sequence<UInt8>) -> JSONFault? {
        Array(text).withUnsafeBufferPointer { text in
            do throws(JSONFault) {
                _ = try JSONReader.read(text)
                return nil
            } catch {
                return error
            }
        }
    }
}
