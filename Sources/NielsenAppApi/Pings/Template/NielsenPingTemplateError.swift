// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Why a ping template could not be read, and where.
public struct NielsenPingTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was wrong.
    public enum Reason: Sendable, Hashable {
        /// A bracket without its partner, as it is written: `[`, `]`, `|!`, `!|`, `(`, `{`, `<`.
        case unbalanced(String)
        /// A name was expected and something else was found.
        case emptyName
        /// A name that neither the key map, nor the defaults, nor the built-in variables have.
        case unknownName(String)
        /// A function that does not exist.
        case unknownFunction(String)
        /// A character that has no meaning at its place.
        case unexpected(String)
        /// A character, outside of all brackets, that cannot stand in an address.
        case notInAddress(String)
        /// A slice that is not two whole numbers, such as `.0,10`.
        case malformedSlice
        /// Nesting beyond what any template needs.
        case tooDeep
    }

    /// What was wrong.
    public let reason: Reason
    /// Where it was: the number of bytes before it, from 0.
    public let position: Int

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: What was wrong.
    ///   - position: The number of bytes before it.
    public init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }

    /// What was wrong, where, and what would be right.
    public var description: String {
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

/// A mandatory value of a template that is empty.
public struct NielsenMissingPingValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expression, as the template has it.
    public let name: String

    /// What is missing.
    public var description: String { "the mandatory value \(NielsenText.shown(name)) is missing" }
}
