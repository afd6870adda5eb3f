// SPDX-License-Identifier: Apache-2.0

import HubServices

extension EventHub {
    /// Sends an event to every listener of its type and source.
    ///
    /// Returns at once. Before ``start(_:)`` the event is kept.
    ///
    /// - Parameter event: What to send.
    /// - Returns: The event with its ``Event/instant``; its number is given a moment later. Nil if the hub has been
    ///   shut down.
    @discardableResult
    public func dispatch(_ event: Event) -> Event? {
        core.dispatch(event)
    }

    /// Sends an event that was due a while ago: its ``Event/instant`` is that time.
    ///
    /// - Parameters:
    ///   - event: The event to send.
    ///   - age: How long ago the event was due; zero and less mean now.
    /// - Returns: The event with its ``Event/instant``, or nil if the hub has been shut down.
    @discardableResult
    package func dispatch(_ event: Event, age: Duration) -> Event? {
        core.dispatch(event, age: age)
    }

    /// Sends a request and reports its outcome to a closure.
    ///
    /// - Parameters:
    ///   - event: The event to send as a request.
    ///   - timeout: The longest wait; nil for the hub's default.
    ///   - completion: Called exactly once, in a mailbox of its own, with the outcome.
    /// - Returns: A token that cancels the request.
    @discardableResult
    public func request(
        _ event: Event,
        timeout: Duration? = nil,
        completion: @escaping @Sendable (RequestOutcome) -> Void
    ) -> HubToken {
        core.request(event, timeout: timeout, requester: nil, completion: .callback(completion))
    }

    /// Sends a request and waits for its outcome.
    ///
    /// Cancelling the task ends the request with ``RequestOutcome/cancelled``.
    ///
    /// - Parameters:
    ///   - event: The event to send as a request.
    ///   - timeout: The longest wait; nil for the hub's default.
    /// - Returns: The outcome of the request.
    public func request(_ event: Event, timeout: Duration? = nil) async -> RequestOutcome {
        let token = Locked<(token: HubToken?, isCancelled: Bool)>((nil, false))
        return await withTaskCancellationHandler {
            await awaitedValue { resume in
                let made = core.request(event, timeout: timeout, requester: nil, completion: .resumption(resume))
                let isCancelled = token.withLock { state in
                    state.token = made
                    return state.isCancelled
                }
                if isCancelled { made.cancel() }
            }
        } onCancel: {
            let made = token.withLock { state in
                state.isCancelled = true
                return state.token
            }
            made?.cancel()
        }
    }
}
