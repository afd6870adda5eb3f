// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The id under which a build of a Launch property publishes its configuration, validated for use in a URL and a path.
///
/// It consists of one or more names separated by `/`; each contains only ASCII letters, digits, `-`, `_` and `.`:
///
/// ```swift
/// let id = try AppIdentifier("launch-EN1234-development")
/// let nested = try AppIdentifier("b5cbd1a1220e/1857ef6cacb5/launch-2594f26b23cd-development")
/// ```
///
/// An invalid id is refused rather than repaired: an id is usually pasted from a web page, and one that was silently
/// changed would fetch another property's configuration or none.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Obtain Mobile Installation Instructions" and "Integration".
package struct AppIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The largest number of characters in an id.
    package static let maximumLength = 256

    /// The id as it was passed.
    package let text: String

    /// Makes an id.
    ///
    /// - Parameter text: The id as the property's installation instructions show it, 1 to ``maximumLength`` characters.
    /// - Throws: ``AppIdentifierError``, which says what is wrong and where.
    package init(_ text: String) throws(AppIdentifierError) {
        if let defect = Self.firstDefect(in: text) { throw AppIdentifierError(description: defect) }
        self.text = text
    }

    /// The id as it was passed.
    package var description: String { text }

    /// Returns what is wrong, where, and what would be right; nil if the id is valid.
    ///
    /// Offsets count characters from 0.
    private static func firstDefect(in text: String) -> String? {
        let right = "use the id of the installation instructions, such as launch-EN1234-development"
        let scalars = text.unicodeScalars
        if scalars.isEmpty { return "the app id is empty; \(right)" }
        let shown = "the app id \(quoted(String(String.UnicodeScalarView(scalars.prefix(64)))))"
        if scalars.count > maximumLength {
            return "\(shown)... has \(scalars.count) characters, more than \(maximumLength); \(right)"
        }
        if scalars.first == "/" { return "\(shown) begins with \"/\"; leave that out" }
        for (offset, scalar) in scalars.enumerated() where !isAllowed(scalar) {
            return """
                \(shown) holds \(name(of: scalar)) at offset \(offset); only letters, digits, "-", "_", "." and "/" are \
                allowed; \(right)
                """
        }
        var offset = 0
        for component in text.split(separator: "/", omittingEmptySubsequences: false) {
            if component.isEmpty {
                let place = "between two \"/\" or behind the last at offset \(offset)"
                return "\(shown) has nothing \(place); leave the \"/\" out"
            }
            if component == "." || component == ".." {
                return "\(shown) has the path step \"\(component)\" at offset \(offset); write the id without it"
            }
            offset += component.utf8.count + 1
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/": true
        default: false
        }
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "a backslash"
        case "%": "a percent sign"
        case " ": "a blank"
        case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
            "the control character U+" + String(scalar.value, radix: 16, uppercase: true)
        default: quoted(String(scalar))
        }
    }

    /// Returns the text in quotes, with everything that a log or terminal might interpret escaped.
    private static func quoted(_ text: String) -> String {
        "\"\(VisibleText.line(text))\""
    }
}

/// The reason why a text is not a valid app id, with the position of the fault.
package struct AppIdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, where, and what would be right.
    package let description: String
}
