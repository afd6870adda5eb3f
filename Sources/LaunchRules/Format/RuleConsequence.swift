// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The action of a rule.
enum RuleConsequence: Sendable {
    /// `add`, or `mod`, which overwrites.
    case merge(RuleTemplate, overwrites: Bool)
    /// `dispatch`.
    case dispatch(RuleDispatch)
    /// `schema` and every other kind, which leaves as an event.
    case notice(RuleNotice)
    /// A consequence that lacks what it needs: nothing happens.
    case nothing
}

/// An event that a rule dispatches.
struct RuleDispatch: Sendable {
    enum Payload: Sendable {
        /// The trigger's data, as rules before this one have changed it.
        case copy
        /// Data of its own; nil for none.
        case new(RuleTemplate?)
    }

    let name: RuleTemplate
    let type: RuleTemplate
    let source: RuleTemplate
    let payload: Payload

    /// The name of a dispatched event to which the rule gives none.
    static let usualName = "Dispatch Consequence Result"
}

/// A consequence that leaves as an event for whoever handles its kind.
struct RuleNotice: Sendable {
    let id: String
    let kind: String
    let detail: RuleTemplate

    /// The kind whose detail names a schema.
    static let schemaKind = "schema"
    /// The schema of operations on the event history.
    static let historySchema = "https://ns.adobe.com/personalization/eventHistoryOperation"
    /// The name of the event.
    static let eventName = "Rules Consequence Event"
}

extension EventType {
    /// The type of events of the rules engine.
    static let rulesEngine = EventType("com.adobe.eventType.rulesEngine")
}

extension EventSource {
    /// The source of requests to begin anew.
    static let requestReset = EventSource("com.adobe.eventSource.requestReset")
}
