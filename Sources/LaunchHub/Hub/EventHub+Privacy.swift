// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension EventHub {
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
