// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that happened in the hub, for those who record or inspect it.
public enum HubRecord: Sendable {
    /// An event was numbered and handed to the lanes that match.
    case dispatched(Event)
    /// A listener has heard an event: which one, in which lane (an extension's name, or the listener's own), and how long
    /// the call took.
    case delivered(Event, to: String, in: String, took: Duration)
    /// A request ended.
    case ended(request: Event, outcome: RequestOutcome)
    /// A listener held its lane longer than it may.
    case overran(Overrun)
    /// An extension is registered and ready.
    case registered(String)
    /// An extension could not be started.
    case failed(HubError)
    /// An extension has published or cleared its state.
    case stateChanged(String)
    /// An extension was unregistered.
    case unregistered(String)
}

/// A passive observer of a hub.
public protocol HubTap: AnyObject, Sendable {
    /// Sees a record.
    ///
    /// - Parameter record: What happened. One call at a time, in order, on a lane of the tap's own: a slow tap delays
    ///   nobody but itself.
    func observe(_ record: HubRecord)
}
