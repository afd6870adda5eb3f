// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something in a file of rules that was not understood, or will not do what its author may expect.
public struct LaunchRuleFinding: Sendable, Hashable, CustomStringConvertible {
    /// The effect of what was found.
    package enum Effect: String, Sendable, Hashable {
        /// The rule is not in force.
        case refused
        /// The rule is in force, and a part of it never has an effect.
        case warning
    }

    /// The effect of what was found.
    package let effect: Effect
    /// Whether the rule is not in force; otherwise it is, and a part of it never has an effect.
    public var isRefusal: Bool { effect == .refused }
    /// The position of the rule in its file, from 0; nil for something that concerns the whole file.
    public let rule: Int?
    /// The value that is meant, such as `rules[3].condition.definition.matcher`.
    public let path: String
    /// The line of the value, from 1; nil if the rules did not come from text.
    public let line: Int?
    /// The byte in that line, from 1; nil if the rules did not come from text.
    public let column: Int?
    /// A description of what is wrong and what would be right.
    public let reason: String

    /// The place and the reason, on one line.
    public var description: String {
        let place = if let line, let column { "line \(line), column \(column), " } else { "" }
        return "\(effect.rawValue): \(place)\(path): \(reason)"
    }
}
