// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubRecording

/// Lines of comma-separated values after RFC 4180.
///
/// A program for tables takes a text that begins with `=`, `+`, `-` or `@` for a formula, which may run commands. Texts come
/// from whoever sends pings, so such a text gets an apostrophe in front, which these programs do not show. A text that
/// begins with apostrophes in front of one gets another, so that no two texts become equal and a reader can take it away.
enum CSVText {
    /// The bytes by which a program for tables, or the reader of a pasted text, takes what follows for a formula.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    /// Adds a line.
    static func append(_ values: [ExportValue], to bytes: inout [UInt8]) {
        for (place, value) in values.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            switch value {
            case .none: break
            case .text(let text): append(text, to: &bytes)
            case .integer(let number): bytes.append(contentsOf: String(number).utf8)
            case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
            case .map(let object):
                var text = LineText()
                text.append(object)
                appendQuoted(text.bytes, to: &bytes)
            }
        }
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    /// Adds the line with the names of the columns.
    static func appendHeader(_ columns: [ExportColumn], to bytes: inout [UInt8]) {
        append(columns.map { .text("\($0.name)") }, to: &bytes)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let text = looksLikeFormula(text) ? "'" + text : text
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte < 0x20 || byte == UInt8(ascii: "'")
        }
        // An empty text differs from no value by its quotes.
        guard needsQuotes || text.isEmpty || text.first == " " || text.last == " " else {
            return bytes.append(contentsOf: text.utf8)
        }
        appendQuoted(text.utf8, to: &bytes)
    }

    private static func appendQuoted(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a text begins with the sign of a formula, behind any blanks and apostrophes.
    static func looksLikeFormula(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            if formulaStarts.contains(scalar) { return true }
            guard scalar == " " || scalar == "'" || VisibleText.isObeyed(scalar) else { return false }
        }
        return false
    }
}
