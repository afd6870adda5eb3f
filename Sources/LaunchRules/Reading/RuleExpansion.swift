// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Replaces the tokens of a consequence, up to a limit of what they may write.
struct RuleExpansion {
    /// The most bytes that the tokens of one consequence may write, so that events do not grow from rule to rule.
    static let limit = 1 << 20

    private let values: RuleValues
    private var room = limit

    init(_ values: RuleValues) {
        self.values = values
    }

    /// Whether tokens would have written more than the limit, so that the result cannot be used.
    var isTooLong: Bool { room < 0 }

    /// Returns a value with its tokens replaced.
    mutating func value(_ template: RuleTemplate) -> JSONValue {
        switch template {
        case .constant(let value): return value
        case .text(let pieces): return .string(text(pieces))
        case .list(let elements): return .array(elements.map { value($0) })
        case .object(let members): return .object(JSONObject(members.map { ($0.name, value($0.value)) }))
        }
    }

    /// Returns an object with its tokens replaced; nil if the template is not an object.
    mutating func object(_ template: RuleTemplate) -> JSONObject? { value(template).objectValue }

    /// Returns a text with its tokens replaced; nil if the template is not a text.
    mutating func text(_ template: RuleTemplate) -> String? { value(template).stringValue }

    private mutating func text(_ pieces: [RuleTemplate.Piece]) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .plain(let plain): text += plain
            case .token(let token):
                guard !isTooLong, let replacement = values.text(of: token) else { continue }
                room -= replacement.utf8.count
                if !isTooLong { text += replacement }
            }
        }
        return text
    }
}
