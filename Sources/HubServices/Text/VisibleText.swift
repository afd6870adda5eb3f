// SPDX-License-Identifier: Apache-2.0

/// Text from outside as a line of a message may have it.
///
/// A title, a key or a page's message may hold what a terminal takes for an order, what ends a line of a log, and what turns
/// the direction of writing, so that the line reads otherwise than it is. All messages of the package write such characters
/// as `\u{...}`, and this is the one place that says which they are.
package enum VisibleText {
    /// Returns whether a character acts instead of being shown: controls, ends of lines and marks of direction and
    /// format.
    ///
    /// The two joiners that emoji and some scripts are written with are not among them.
    package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    /// The text on one line, with everything that is obeyed instead of shown written as its number.
    package static func line(_ text: String) -> String {
        guard !isPlain(text), text.unicodeScalars.contains(where: isObeyed) else { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            if isObeyed(scalar) {
                line += spelled(scalar)
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }

    /// A character as its number.
    package static func spelled(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    /// Returns whether a text is visible ASCII and blanks, as most texts are.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
