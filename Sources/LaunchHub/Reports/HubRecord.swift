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
