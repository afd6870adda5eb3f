// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension ExtensionRuntime {
    /// Publishes a version of this extension's state.
    ///
    /// A change is announced once, as an event of type `com.adobe.eventType.hub` and source
    /// `com.adobe.eventSource.sharedState` with the owner's name under `stateowner`. A version that was announced as
    /// pending may be set at the same event. What the initializer publishes is published once it has returned, and the
    /// booted event reads what it published last.
    ///
    /// Without an event the version takes its place among what the calling thread dispatches: an event that the thread
    /// dispatches afterwards reads it, one that it dispatched before does not. A value is then also that of each
    /// version that is still pending.
    ///
    /// - Parameters:
    ///   - values: What the others may read; nil to announce that a state will come.
    ///   - event: The event that the version belongs to; nil for here and now. Versions come in the order of events.
    ///   - isXDM: Whether it is the extension's second state, in the form of Adobe's Experience Data Model, for extensions that
    ///     send it on as it is.
    /// - Throws: ``HubError``; nothing is announced then.
    public func publishState(
        _ values: JSONObject?,
        at event: Event? = nil,
        asXDM isXDM: Bool = false
    ) throws(HubError) {
        if draft.keep(values, at: event, in: isXDM ? .xdm : .standard) == .kept { return }
        try core.publish(values, from: mailbox, at: event, in: isXDM ? .xdm : .standard)
    }

    /// Announces that a state will come.
    ///
    /// Not for initializers, which end before anything is read.
    ///
    /// - Parameters:
    ///   - event: The event that the version belongs to; nil for here and now.
    ///   - isXDM: Whether it is the extension's second state, in the form of Adobe's Experience Data Model, for extensions that
    ///     send it on as it is.
    /// - Returns: A resolver that sets the version later.
    /// - Throws: ``HubError``; with the code `notRegistered` inside the initializer.
    public func publishPendingState(
        at event: Event? = nil,
        asXDM isXDM: Bool = false
    ) throws(HubError) -> SharedStateResolver {
        try core.publish(nil, from: mailbox, at: event, in: isXDM ? .xdm : .standard)
    }

    /// Forgets every version of both of this extension's states, and announces that for each.
    public func clearStates() {
        guard let name = core.registeredName(of: mailbox) else { return }
        core.clearStates(of: name, from: mailbox)
    }

    /// Reads an extension's state.
    ///
    /// - Parameters:
    ///   - owner: The extension's name, in any case.
    ///   - event: The event as of which to read: the newest version at or before it, or the oldest one if all are
    ///     later. Nil for the newest version.
    ///   - reading: Which versions count, and which of the two states is read.
    /// - Returns: The state; ``SharedState/none`` if the extension has published none.
    public func state(of owner: String, at event: Event? = nil, _ reading: HubStateReading = []) -> SharedState {
        core.sharedState(of: owner, at: event, reading)
    }

    /// Calls back when an extension's state is set.
    ///
    /// It is the state that releases the callback, not the next event; nothing polls.
    ///
    /// - Parameters:
    ///   - owner: The extension's name, in any case.
    ///   - event: The event as of which to read; nil for the newest.
    ///   - reading: Which versions count, and which of the two states is read.
    ///   - timeout: How long to wait.
    ///   - completion: Called exactly once, on a mailbox of its own: with the state, or at the deadline with what there is
    ///     then, ``SharedState/none`` or ``SharedState/pending``.
    public func awaitState(
        of owner: String,
        at event: Event? = nil,
        _ reading: HubStateReading = [],
        timeout: Duration,
        completion: @escaping @Sendable (SharedState) -> Void
    ) {
        core.awaitState(of: owner, at: event, reading, timeout: timeout) { [core] state in
            core.monitor.runAside(.responseCallback, "state of \(owner)") { completion(state) }
        }
    }

    /// Waits until an extension's state is set.
    ///
    /// - Parameters:
    ///   - owner: The extension's name, in any case.
    ///   - event: The event as of which to read; nil for the newest.
    ///   - reading: Which versions count, and which of the two states is read.
    ///   - timeout: How long to wait.
    /// - Returns: The state, or at the deadline what there is then.
    public func awaitState(
        of owner: String,
        at event: Event? = nil,
        _ reading: HubStateReading = [],
        timeout: Duration
    ) async -> SharedState {
        await awaitedValue { core.awaitState(of: owner, at: event, reading, timeout: timeout, wake: $0) }
    }
}
