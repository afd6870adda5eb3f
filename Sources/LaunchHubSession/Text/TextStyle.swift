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
    package func bad(_ text: String) -> String { wrapped(text, "31") }
    func accent(_ text: String) -> String { wrapped(text, "36") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
