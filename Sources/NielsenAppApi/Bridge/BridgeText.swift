// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Checks of text from a page before anything else reads it.
enum BridgeText {
    /// The largest number of characters of a page's text that is shown.
    static let shownLimit = 160

    /// Returns text that is short and harmless in a log: on one line, without control or formatting characters.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: shownLimit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return VisibleText.line(text) }
        return VisibleText.line(String(scalars[..<end])) + "..."
    }

    /// Returns whether lists and objects in JSON text are nested deeper than a limit, reading each byte once, without a
    /// stack.
    static func isNested(_ text: String, deeperThan limit: Int) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                depth += 1
                if depth > limit { return true }
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                depth -= 1
            }
        }
        return false
    }
}
