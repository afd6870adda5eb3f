// SPDX-License-Identifier: Apache-2.0

/// Columns of text.
package enum Columns {
    /// The widest line that is written.
    package static let width = 98

    package static func left(_ text: String, _ width: Int) -> String {
        let short = clipped(text, width)
        return short + String(repeating: " ", count: max(0, width - short.count))
    }

    package static func right(_ text: String, _ width: Int) -> String {
        let short = clipped(text, width)
        return String(repeating: " ", count: max(0, width - short.count)) + short
    }

    /// Text on as many lines as it needs, broken at spaces where there are some.
    package static func wrapped(_ text: String, _ width: Int) -> [String] {
        var rest = clipped(text, .max)[...]
        var lines: [String] = []
        while rest.count > width {
            let room = rest.prefix(width)
            let end = room.lastIndex(of: " ").flatMap { $0 > room.startIndex ? $0 : nil } ?? room.endIndex
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return lines + [String(rest)]
    }

    /// Text on one line that is not wider than so much: nothing that a recording holds may move the cursor.
    package static func clipped(_ text: String, _ width: Int) -> String {
        let line = VisibleText.line(text)
        guard line.count > width else { return line }
        return width > 1 ? line.prefix(width - 1) + "…" : String(line.prefix(max(0, width)))
    }
}
