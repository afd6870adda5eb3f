// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that happened in the hub, for recorders and inspectors.
public enum HubRecord: Sendable {
    /// An event was numbered and delivered to the matching mailboxes.
    case dispatched(Event)
    /// A listener has received an event. The values are its name, its mailbox (the name of an extension, or of the
    /// listener itself), and how long the call took.
    case delivered(Event, to: String, in: String, took: Duration)
    /// A request ended.
    case ended(request: Event, outcome: RequestOutcome)
    /// A call exceeded its budget.
    case overran(Overrun)
    /// An extension is registered and ready.
    case registered(String)
    /// An extension could not be started.
    case failed(HubError)
    /// An extension has published or cleared its state.
    case stateChanged(String)
    /// Rules have applied to an event, which was not yet numbered and delivered then.
    case rulesApplied(HubRuleRecord)
    /// An extension was unregistered.
    case unregistered(String)
}

/// A passive observer of a hub.
public protocol HubTap: AnyObject, Sendable {
    /// Observes a record.
    ///
    /// - Parameter record: The record. Calls occur one at a time and in order, on a mailbox of the tap's own: a slow
    ///   tap delays only itself.
    func observe(_ record: HubRecord)
}

/// What rules have made of an event.
public struct HubRuleRecord: Sendable {
    /// A rule that has applied.
    package struct Firing: Sendable, Hashable, CustomStringConvertible {
        /// The name under which the set of the rule was added; empty for the rules of the property.
        package let set: String
        /// The position of the rule in its file, from 0.
        package let rule: Int
        /// The identifiers of the rule's consequences, in order.
        package let consequences: [String]

        package init(set: String, rule: Int, consequences: [String]) {
            self.set = set
            self.rule = rule
            self.consequences = consequences
        }

        /// The place of the rule and its consequences: `rules[3] (beat-to-playhead)`.
        package var description: String {
            (set.isEmpty ? "" : "\(set): ") + "rules[\(rule)] (\(consequences.joined(separator: ", ")))"
        }
    }

    /// The event as it came.
    public let event: Event
    /// The event as listeners receive it; the same one where rules have not changed its data.
    public let result: Event
    /// Whether rules have changed the data.
    public let isChanged: Bool
    /// The rules, in the order in which they have applied.
    package let firings: [Firing]
    /// The events that the rules have caused, which stand behind this one; their own records follow if rules apply to them.
    public let caused: [Event]

    /// The rules that have applied, in that order: each one's place and its consequences, such as
    /// `rules[3] (beat-to-playhead)`, behind the name of its set if that was added by name.
    public var rules: [String] { firings.map(\.description) }

    package init(event: Event, result: Event, isChanged: Bool, firings: [Firing], caused: [Event]) {
        self.event = event
        self.result = result
        self.isChanged = isChanged
        self.firings = firings
        self.caused = caused
    }
}
