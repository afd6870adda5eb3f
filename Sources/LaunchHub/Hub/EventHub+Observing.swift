// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension EventHub {
    /// Installs an interceptor, which sees every event before it has a number, and may replace or drop it.
    ///
    /// Interceptors are called in the order in which they were installed, one event at a time, in one mailbox.
    /// One that throws, or that does not return within the listeners' budget, leaves the event as it was.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics.
    ///   - body: Decides whether an event passes, is replaced or is dropped.
    /// - Returns: A token that removes the interceptor.
    @discardableResult
    public func intercept(name: String, _ body: @escaping Interceptor) -> HubToken {
        let id = core.interceptors.install(name, body)
        return HubToken { [core] in core.interceptors.remove(id) }
    }

    /// Installs an observer of everything that happens in the hub.
    ///
    /// - Parameter tap: The observer; it has a mailbox of its own.
    /// - Returns: A token that removes the observer.
    @discardableResult
    public func install(_ tap: any HubTap) -> HubToken {
        core.install(tap)
    }

    /// Reads an extension's state.
    ///
    /// - Parameters:
    ///   - owner: The extension's name, in any case.
    ///   - event: The event as of which to read; nil for the newest version.
    ///   - reading: Which versions count, and which of the two states is read.
    /// - Returns: The state; ``SharedState/none`` if the extension has published none.
    public func state(of owner: String, at event: Event? = nil, _ reading: HubStateReading = []) -> SharedState {
        core.sharedState(of: owner, at: event, reading)
    }

    /// Makes a queue follow the hub's privacy status: now, before each call that changes the status returns, and
    /// before each hit is sent, so that a change by another process takes effect too.
    ///
    /// If the user has opted in, the queue sends; if the status is unknown, it keeps its hits; if the user has opted
    /// out, it discards them and accepts no more.
    ///
    /// - Parameter queue: The queue, or another store of what waits, such as an event history; it is held weakly.
    /// - Returns: A token that cancels this; the queue then keeps its current status.
    @discardableResult
    public func applyPrivacy(to queue: some HubPrivacyFollower) -> HubToken {
        queue.askBeforeSending { [weak configuration] in configuration?.privacyStatus }
        let token = configuration.followPrivacy { [weak queue] in queue?.setPrivacyStatus($0) }
        return HubToken { [weak queue] in
            token.cancel()
            queue?.askBeforeSending(nil)
        }
    }
}
