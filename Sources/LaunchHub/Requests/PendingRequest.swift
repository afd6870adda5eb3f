// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A request that waits for its outcome.
///
/// Whether it is still open is decided by the routing stage alone, so that response, timeout and cancellation cannot
/// both win.
final class PendingRequest: Sendable {
    enum Completion: Sendable {
        /// Code of the requester's: it gets a lane of its own.
        case callback(@Sendable (RequestOutcome) -> Void)
        /// A task that waits: resuming it runs nothing here.
        case continuation(CheckedContinuation<RequestOutcome, Never>)
    }

    /// What stays the same when an interceptor puts another event in the place of the request's.
    final class Identity: Sendable {}

    let event: Event
    let identity: Identity
    let deadline: Instant
    /// The lane of the extension that asked, or nil for an app.
    let requester: Lane?
    let completion: Completion

    init(
        event: Event,
        deadline: Instant,
        requester: Lane?,
        completion: Completion,
        identity: Identity = Identity()
    ) {
        self.event = event
        self.identity = identity
        self.deadline = deadline
        self.requester = requester
        self.completion = completion
    }

    /// The same request with another event in the place of its own.
    func asking(with event: Event) -> PendingRequest {
        PendingRequest(
            event: event,
            deadline: deadline,
            requester: requester,
            completion: completion,
            identity: identity
        )
    }
}
