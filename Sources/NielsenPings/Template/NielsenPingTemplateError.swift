// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The reason why a ping template could not be read, with its position.
package struct NielsenPingTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the error.
    package enum Reason: Sendable, Hashable {
        /// A bracket has no counterpart; the value is the bracket: `[`, `]`, `|!`, `!|`, `(`, `{` or `<`.
        case unbalanced(String)
        /// A name was expected, and something else was found.
        case emptyName
        /// A name is in neither the key map, nor the defaults, nor the built-in variables.
        case unknownName(String)
        /// A function does not exist.
        case unknownFunction(String)
        /// A character has no meaning at its position.
        case unexpected(String)
        /// A character outside all brackets is not allowed in a URL.
        case notInAddress(String)
        /// A slice does not consist of two whole numbers, as in `.0,10`.
        case malformedSlice
        /// The nesting exceeds what any template needs.
        case tooDeep
    }

    /// The reason for the error.
    package let reason: Reason
    /// The position: the number of bytes before the fault.
    package let position: Int

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: The reason for the error.
    ///   - position: The number of bytes before the fault.
    package init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }

    /// A description of what was wrong, where, and what would be right.
    package var description: String {
        let detail =
            switch reason {
            case .unbalanced(let bracket): "\(bracket) has no partner"
            case .emptyName: "a name is missing; write one of letters, digits and _"
            case .unknownName(let name): "the name \(NielsenText.shown(name)) is unknown; add it to keyMap or defaults"
            case .unknownFunction(let name):
                "the function \(NielsenText.shown(name)) is unknown; use \(PingFunction.allCases.map(\.rawValue).joined(separator: ", "))"
            case .unexpected(let text): "\"\(text)\" has no meaning here"
            case .notInAddress(let text):
                "\(text.count == 1 ? "\"\(text)\"" : text) cannot stand in an address; write it as % and two hexadecimal digits"
            case .malformedSlice: "a slice is two whole numbers, such as .0,10"
            case .tooDeep: "brackets are nested deeper than \(PingTemplateParser.maximumDepth) levels"
            }
        return VisibleText.line("the template is wrong at byte \(position): \(detail)")
    }
}

/// An error about a mandatory value of a template that is empty.
package struct NielsenMissingPingValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expression in the template.
    package let name: String

    /// A description of what is missing.
    package var description: String { "the mandatory value \(NielsenText.shown(name)) is missing" }
}
