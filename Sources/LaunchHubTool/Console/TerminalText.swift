// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Text as a terminal may have it.
///
/// What a terminal takes for an order, and what changes the direction of writing, comes from values that anybody may have
/// made: a title could rewrite what stands above it. Such characters are written as `\u` and four digits, or twice that,
/// which means the same character in JSON.
enum TerminalText {
    /// The text with its line ends and the colours that the tool itself writes, and every other such character spelled.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isOrder) else { return text }
        var safe = ""
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.first {
            if scalar == "\u{1B}", let colour = Self.colour(rest) {
                safe.unicodeScalars.append(contentsOf: colour)
                rest = rest.dropFirst(colour.count)
                continue
            }
            rest = rest.dropFirst()
            if !isOrder(scalar) {
                safe.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    safe += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                }
            }
        }
        return safe
    }

    /// A colour or weight at the beginning of a text, as the tool writes it: `ESC [ 1 ; 31 m`.
    ///
    /// Nothing that hides text.
    private static func colour(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
        guard let end = text.prefix(12).firstIndex(of: "m") else { return nil }
        let inner = text[text.index(after: text.startIndex)..<end]
        guard inner.first == "[" else { return nil }
        let codes = String(inner.dropFirst()).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard codes.allSatisfy({ $0.map { (0...4).contains($0) || (22...39).contains($0) && $0 != 28 } ?? false })
        else {
            return nil
        }
        return text[text.startIndex...end]
    }

    private static func isOrder(_ scalar: Unicode.Scalar) -> Bool {
        VisibleText.isObeyed(scalar) && scalar != "\n"
    }
}
