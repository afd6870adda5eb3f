// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Why a text is no app id, and where.
public struct AppIdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong; offsets count characters from 0.
    public enum Reason: Sendable, Hashable {
        /// There is no text.
        case empty
        /// There are more than ``AppIdentifier/maximumLength`` characters; how many.
        case tooLong(Int)
        /// It begins with `/`, as an absolute path does.
        case absolutePath
        /// It holds a character that is not allowed: a backslash, a percent sign, a blank, a control character.
        case character(Unicode.Scalar, offset: Int)
        /// Two `/` follow each other, or one ends the text.
        case emptyComponent(offset: Int)
        /// A part between two `/` is `.` or `..`, which would lead to another folder.
        case dotComponent(String, offset: Int)
    }

    /// What is wrong.
    public let reason: Reason
    /// The text in question, cut after 64 characters.
    public let text: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: What is wrong.
    ///   - text: The text in question.
    public init(_ reason: Reason, text: String) {
        self.reason = reason
        self.text =
            text.unicodeScalars.count > 64 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))) : text
    }

    /// What is wrong, where, and what would be right.
    public var description: String {
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

    /// The text in quotes, with everything that a log or a terminal might obey instead of show written as its number.
    private static func quoted(_ text: String) -> String {
        "\"\(VisibleText.line(text))\""
    }
}
