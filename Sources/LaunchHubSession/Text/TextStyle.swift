// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The abilities of a terminal: colours, and the width of lines.
package struct TextStyle: Sendable, Hashable {
    /// Whether escape sequences are written.
    package let isColoured: Bool

    /// The columns of the widest line, 80 to 98.
    package let width: Int
    /// The columns that there are; `Int.max` where no terminal shows the text.
    package let columns: Int

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - isColoured: True where escape sequences are written.
    ///   - columns: The columns that there are; fewer than 80 are taken for 80, and more than 98 are not used.
    package init(isColoured: Bool, columns: Int = .max) {
        self.isColoured = isColoured
        self.columns = columns
        width = min(max(columns, 80), Columns.width)
    }

    /// Whether the widest lines have to be arranged differently.
    var isNarrow: Bool { width < Columns.width }

    /// Text without any escape sequence.
    package static let plain = TextStyle(isColoured: false)

    /// Returns text that begins with a coloured head, wrapped to a terminal with the lines below the first indented; a
    /// single line where no terminal shows it, so that programs find all of it there.
    ///
    /// - Parameters:
    ///   - head: The beginning; what is not visible in it is written as its number.
    ///   - colour: Colours the head.
    ///   - rest: What follows.
    ///   - indent: The number of blanks before each line below the first.
    /// - Returns: The lines.
    package func lines(
        _ head: String,
        _ colour: (String) -> String,
        _ rest: String,
        indent: Int
    ) -> [String] {
        let (head, rest) = (VisibleText.line(head), VisibleText.line(rest))
        guard columns < .max, head.count + rest.count > width, head.count < width else { return [colour(head) + rest] }
        let lines = Columns.wrapped(head + rest, width - indent)
        guard let first = lines.first, first.count >= head.count else { return [colour(head) + rest] }
        let others = lines.dropFirst().map { String(repeating: " ", count: indent) + $0 }
        return [colour(head) + first.dropFirst(head.count)] + others
    }

    package func bold(_ text: String) -> String { wrapped(text, "1") }
    package func dim(_ text: String) -> String { wrapped(text, "2") }
    package func good(_ text: String) -> String { wrapped(text, "32") }
    package func bad(_ text: String) -> String { wrapped(text, "31") }
    package func accent(_ text: String) -> String { wrapped(text, "36") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
