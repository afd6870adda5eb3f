// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import LaunchHub

/// The reason why a rule applies to an event or does not, and its effects.
///
/// ```swift
/// for explanation in hub.rules.explain(event) { print(explanation) }
/// // rules[0]: does not apply: condition.definition.conditions[2]: contextdata.sec ge 0, but it is missing
/// ```
public struct LaunchRuleExplanation: Sendable, Hashable, CustomStringConvertible {
    /// A condition that does not hold.
    package struct Condition: Sendable, Hashable, CustomStringConvertible {
        /// The condition's place in the rule, such as `condition.definition.conditions[2]`.
        package let path: String
        /// The key whose value is compared; `historical` for a condition about what happened before.
        package let key: String
        /// The operator as it is written in files, such as `eq`.
        package let matcher: String
        /// The values of the rule; empty for `ex` and `nx`.
        package let expected: [JSONValue]
        /// The value that the event has, or the answer of the event history; nil where the key is missing.
        package let found: JSONValue?
        /// The number of other conditions of the same `or` that do not hold either.
        package let alternatives: Int

        /// The condition and the value that was found, on one line.
        package var description: String {
            let values = expected.map(\.shortText).joined(separator: " or ")
            let asked = VisibleText.line(values.isEmpty ? "\(key) \(matcher)" : "\(key) \(matcher) \(values)")
            let others = alternatives == 0 ? "" : ", nor does one of the \(alternatives) beside it"
            return "\(path): \(asked), but it is \(found?.shortText ?? "missing")\(others)"
        }
    }

    /// The obstacle that keeps a rule from applying.
    package enum Obstacle: Sendable, Hashable {
        /// The first condition that does not hold.
        case condition(Condition)
        /// The event results from a consequence of this rule, and a rule is not applied to its own results.
        case descent
    }

    /// The effect that a consequence would have.
    package enum Effect: Sendable, Hashable {
        /// The event would have other data.
        case change(JSONObject)
        /// An event would be dispatched.
        case dispatch(name: String, type: EventType, source: EventSource, data: JSONObject)
        /// The event history would have a record with these values by their paths.
        case record([String: String])
        /// Something would have no effect; the value says why.
        case nothing(String)
    }

    /// The name under which the set of the rule was added; empty for the rules of the property.
    public let set: String
    /// The position of the rule in its file, from 0.
    public let rule: Int
    /// The identifiers of the rule's consequences, in order.
    public let consequences: [String]
    /// The obstacle that keeps the rule from applying; nil if it applies.
    package let obstacle: Obstacle?
    /// The effects that the rule would have, in order, after those of the rules before it; empty if it does not apply.
    package let effects: [Effect]

    /// Whether the rule applies.
    public var applies: Bool { obstacle == nil }

    /// What keeps the rule from applying, such as a condition with the value of the rule and that of the event; nil if it
    /// applies.
    public var reason: String? {
        switch obstacle {
        case .condition(let condition): condition.description
        case .descent: "the event results from a consequence of this rule"
        case nil: nil
        }
    }

    /// The rule, and why it does not apply or what it would do, on one line.
    public var description: String {
        let name = VisibleText.line((set.isEmpty ? "" : "\(set): ") + "rules[\(rule)]")
        if let reason { return "\(name): does not apply: \(reason)" }
        let effects = effects.map(\.description).joined(separator: "; ")
        return "\(name): applies: \(effects.isEmpty ? "nothing changes" : effects)"
    }
}

extension LaunchRuleExplanation.Effect: CustomStringConvertible {
    /// The effect on one line.
    package var description: String {
        switch self {
        case .change(let data): "changes the data to \(JSONValue.object(data).shortText)"
        case .dispatch(let name, let type, let source, let data):
            "dispatches \(VisibleText.line("\(name) (\(type) / \(source))")) \(JSONValue.object(data).shortText)"
        case .record(let values):
            "records \(JSONValue.object(JSONObject(values.mapValues { .string($0) })).shortText)"
        case .nothing(let reason): VisibleText.line(reason)
        }
    }
}

extension JSONValue {
    /// The value as JSON text on one line, not all of a long one.
    fileprivate var shortText: String {
        let text = jsonText
        guard text.utf8.count > 200 else { return VisibleText.line(text) }
        return VisibleText.line(String(text.prefix(160))) + "..."
    }
}
