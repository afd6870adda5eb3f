// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The abilities of a terminal: colours, and the width of lines.
package struct TextStyle: Sendable, Hashable {
    /// Whether escape sequences are written.
    package let isColoured: Bool

    /// The columns of the widest line, 80 to 98.
    package let width: Int

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - isColoured: True where escape sequences are written.
    ///   - columns: The columns that there are; fewer than 80 are taken for 80, and more than 98 are not used.
    package init(isColoured: Bool, columns: Int = 98) {
        self.isColoured = isColoured
        width = min(max(columns, 80), Columns.width)
    }

    /// Whether the widest lines have to be arranged differently.
    var isNarrow: Bool { width < Columns.width }

    /// Text without any escape sequence.
    package static let plain = TextStyle(isColoured: false)

    package func bold(_ text: String) -> String { wrapped(text, "1") }
    package func dim(_ text: String) -> String { wrapped(text, "2") }
    func good(_ text: String) -> String { wrapped(text, "32") }
    func bad(_ text: String) -> String { wrapped(text, "31") }
    func accent(_ text: String) -> String { wrapped(text, "36") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Columns of text.
package enum Columns {
    /// The widest line that is written.
    package static let width = 98

    static func left(_ text: String, _ width: Int) -> String {
        let short = clipped(text, width)
        return short + String(repeating: " ", count: max(0, width - short.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
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
    static func clipped(_ text: String, _ width: Int) -> String {
        let line = VisibleText.line(text)
        guard line.count > width else { return line }
        return width > 1 ? line.prefix(width - 1) + "…" : String(line.prefix(max(0, width)))
    }
}
