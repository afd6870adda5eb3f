// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Questions about the text of values, answered over bytes: they are asked for each value that is loaded.
enum NielsenText {
    /// Gives the bytes of a text, without copying where the text has them in one piece.
    static func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }

    /// True where a byte comes more often than that.
    static func count(of byte: UInt8, in bytes: some Sequence<UInt8>, exceeds limit: Int) -> Bool {
        var count = 0
        for candidate in bytes where candidate == byte {
            count += 1
            if count > limit { return true }
        }
        return false
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

    /// True for no text, and for white space alone.
    static func isBlank(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        // Most values begin with a visible character.
        if first > 0x20, first < 0x80 { return false }
        return text.allSatisfy(\.isWhitespace)
    }

    /// Returns the beginning of a text for use in a message, on one line.
    ///
    /// Text from outside must not look like lines of a log.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The largest number of characters to show.
    /// - Returns: The text without line breaks; `...` at its end shows that it was cut off.
    static func shown(_ text: String, _ limit: Int = 64) -> String {
        let short = exceeds(text, limit) ? text.prefix(limit - 3) + "..." : text
        return VisibleText.line(short)
    }

    /// True where a text has more characters than that, however long it is.
    static func exceeds(_ text: String, _ limit: Int) -> Bool {
        guard text.utf8.count > limit else { return false }
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) else { return false }
        return end < text.endIndex
    }

    /// True for letters, digits, and those of the others.
    static func consists(_ text: String, ofLettersDigitsAnd others: StaticString) -> Bool {
        withBytes(text) { bytes in
            bytes.allSatisfy { byte in
                isLetter(byte) || isDigit(byte) || others.withUTF8Buffer { $0.contains(byte) }
            }
        }
    }

    /// The whole seconds of a number with digits, and perhaps a full stop and more digits; nil for anything else.
    static func seconds(_ text: String) -> Int? {
        withBytes(text) { bytes in
            guard !bytes.isEmpty, bytes.count <= 64 else { return nil }
            var seconds = 0
            var place = 0
            while place < bytes.count, isDigit(bytes[place]) {
                // A number that is far too large stays far too large.
                if seconds < 1_000_000_000_000 { seconds = seconds * 10 + Int(bytes[place] - UInt8(ascii: "0")) }
                place += 1
            }
            guard place > 0 else { return nil }
            if place == bytes.count { return seconds }
            guard bytes[place] == UInt8(ascii: "."), place + 1 < bytes.count else { return nil }
            return bytes[(place + 1)...].allSatisfy(isDigit) ? seconds : nil
        }
    }

    /// True where a text has a season and an episode: `S01E03`, `S1E3`, `S1 E3`.
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

    /// The first placeholder that an ad server was to fill in: `[X]`, `%%X%%`, `${X}`, `{X}`.
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

    /// Goes past one to four digits; false where there are none or more.
    private static func skipDigits(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Bool {
        let start = place
        while place < bytes.count, isDigit(bytes[place]) { place += 1 }
        return (1...4).contains(place - start)
    }

    /// True for a TMS id: two letters of those in use and twelve digits.
    static func isTMS(_ text: String) -> Bool {
        withBytes(text) { bytes in
            guard bytes.count == 14, bytes[2...].allSatisfy(isDigit) else { return false }
            return tmsPrefixes.contains { $0.0 == bytes[0] && $0.1 == bytes[1] }
        }
    }

    private static let tmsPrefixes: [(UInt8, UInt8)] = ["EP", "MV", "SH", "SP", "EV"].compactMap { prefix in
        zip(prefix.utf8, prefix.utf8.dropFirst()).first { _ in true }
    }
}
