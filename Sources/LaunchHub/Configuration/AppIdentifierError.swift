// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The reason why a text is not a valid app id, with the position of the fault.
package struct AppIdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong; offsets count characters from 0.
    package enum Reason: Sendable, Hashable {
        /// The text is empty.
        case empty
        /// The text has more than ``AppIdentifier/maximumLength`` characters; the value is their number.
        case tooLong(Int)
        /// The text begins with `/`, as an absolute path does.
        case absolutePath
        /// The text contains a character that is not allowed, such as a backslash, a percent sign, a space or a control
        /// character.
        case character(Unicode.Scalar, offset: Int)
        /// Two `/` follow each other, or the text ends with one.
        case emptyComponent(offset: Int)
        /// A component is `.` or `..`, which would lead to another folder.
        case dotComponent(String, offset: Int)
    }

    /// What is wrong.
    package let reason: Reason
    /// The text in question, cut off after 64 characters.
    package let text: String

    /// Makes an error.
    package init(_ reason: Reason, text: String) {
        self.reason = reason
        self.text =
            text.unicodeScalars.count > 64 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))) : text
    }

    /// What is wrong, where, and what would be right.
    package var description: String {
        let right = "use the id of the installation instructions, such as launch-EN1234-development"
        let shown = AppIdentifierError.quoted(text)
        return switch reason {
        case .empty:
            "the app id is empty; \(right)"
        case .tooLong(let count):
            "the app id \(shown)... has \(count) characters, more than \(AppIdentifier.maximumLength); \(right)"
        case .absolutePath:
            "the app id \(shown) begins with \"/\"; leave that out"
        case .character(let scalar, let offset):
            """
            the app id \(shown) holds \(AppIdentifierError.name(of: scalar)) at offset \(offset); only letters, digits, \
            \"-\", \"_\", \".\" and \"/\" are allowed; \(right)
            """
        case .emptyComponent(let offset):
            "the app id \(shown) has nothing between two \"/\" or behind the last at offset \(offset); leave the \"/\" out"
        case .dotComponent(let component, let offset):
            "the app id \(shown) has the path step \"\(component)\" at offset \(offset); write the id without it"
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
