// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Checks of the text of values, performed on bytes because each loaded value is checked.
///
/// A `package` type has nothing that other modules could inline, unless it is `@usableFromInline`.
@usableFromInline
package enum NielsenText {
    /// Passes the bytes of a text to a closure, without a copy if they are contiguous.
    static func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }

    /// Returns the documented name of a code, whose cases are spelled like it without its prefix.
    static func documentedName(of code: some Sendable, prefix: String) -> String {
        let name = String(describing: code)
        return prefix + name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns a word as 16 lower-case hexadecimal digits.
    package static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns whether a byte occurs more often than a limit.
    @inlinable
    package static func count(of byte: UInt8, in bytes: some Sequence<UInt8>, exceeds limit: Int) -> Bool {
        var count = 0
        for candidate in bytes where candidate == byte {
            count += 1
            if count > limit { return true }
        }
        return false
    }

    @inlinable
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable
    package static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

    /// Returns whether a text is missing, empty or only white space.
    package static func isBlank(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        // Most values begin with a visible character.
        if first > 0x20, first < 0x80 { return false }
        return text.allSatisfy(\.isWhitespace)
    }

    /// Returns the truth value that a text represents in any case: `1`, `true` or `yes`, and `0`, `false` or `no`; nil
    /// for any other text.
    package static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true", "yes": true
        case "0", "false", "no": false
        default: nil
        }
    }

    /// Returns the beginning of a text for use in a message, on one line.
    ///
    /// Text from outside must not look like lines of a log.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The largest number of characters to show.
    /// - Returns: The text without line breaks; `...` at its end shows that it was cut off.
    package static func shown(_ text: String, _ limit: Int = 64) -> String {
        let short = exceeds(text, limit) ? text.prefix(limit - 3) + "..." : text
        return VisibleText.line(short)
    }

    /// Returns whether a text has more characters than a limit, however long it is.
    static func exceeds(_ text: String, _ limit: Int) -> Bool {
        guard text.utf8.count > limit else { return false }
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) else { return false }
        return end < text.endIndex
    }

    /// Returns whether all characters are letters, digits, or among the given ones.
    package static func consists(_ text: String, ofLettersDigitsAnd others: StaticString) -> Bool {
        withBytes(text) { bytes in
            bytes.allSatisfy { byte in
                isLetter(byte) || isDigit(byte) || others.withUTF8Buffer { $0.contains(byte) }
            }
        }
    }

    /// Returns the whole seconds of a number, which may have a fraction; nil for any other text.
    static func seconds(_ text: String) -> Int? {
        withBytes(text) { bytes in
            guard !bytes.isEmpty, bytes.count <= 64 else { return nil }
            var seconds = 0
            var place = 0
            while place < bytes.count, isDigit(bytes[place]) {
                // A number that is far too large stays too large.
                if seconds < 1_000_000_000_000 { seconds = seconds * 10 + Int(bytes[place] - UInt8(ascii: "0")) }
                place += 1
            }
            guard place > 0 else { return nil }
            if place == bytes.count { return seconds }
            guard bytes[place] == UInt8(ascii: "."), place + 1 < bytes.count else { return nil }
            return bytes[(place + 1)...].allSatisfy(isDigit) ? seconds : nil
        }
    }

    /// Returns whether a text contains a season and an episode: `S01E03`, `S1E3`, `S1 E3`.
    static func hasEpisode(_ text: String) -> Bool {
        withBytes(text) { bytes in
            for start in bytes.indices where bytes[start] == UInt8(ascii: "S") {
                if start > 0, isLetter(bytes[start - 1]) || isDigit(bytes[start - 1]) { continue }
                var place = start + 1
                guard skipDigits(bytes, &place) else { continue }
                if place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
                guard place < bytes.count, bytes[place] == UInt8(ascii: "E") else { continue }
                place += 1
                guard skipDigits(bytes, &place) else { continue }
                if place == bytes.count || !isLetter(bytes[place]) { return true }
            }
            return false
        }
    }

    /// Returns the first placeholder that an ad server should have replaced: `[X]`, `%%X%%`, `${X}`, `{X}`.
    static func placeholder(in text: String) -> String? {
        for (open, close) in [("[", "]"), ("%%", "%%"), ("${", "}"), ("{", "}")] {
            guard let start = text.range(of: open),
                let end = text[start.upperBound...].range(of: close), start.upperBound < end.lowerBound
            else { continue }
            let name = text[start.upperBound..<end.lowerBound]
            let isName = name.utf8.count <= 64 && consists(String(name), ofLettersDigitsAnd: "-_.")
            if isName { return String(text[start.lowerBound..<end.upperBound]) }
        }
        return nil
    }

    /// Skips one to four digits; returns false if there are none or more.
    private static func skipDigits(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Bool {
        let start = place
        while place < bytes.count, isDigit(bytes[place]) { place += 1 }
        return (1...4).contains(place - start)
    }

    /// Returns whether a text is a TMS id: one of the two-letter prefixes in use and twelve digits.
    static func isTMS(_ text: String) -> Bool {
        guard text.utf8.count == 14, text.utf8.dropFirst(2).allSatisfy(isDigit) else { return false }
        return ["EP", "MV", "SH", "SP", "EV"].contains(where: text.hasPrefix)
    }
}
