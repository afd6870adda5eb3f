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

    let event: Event
    let deadline: Instant
    /// The lane of the extension that asked, or nil for an app.
    let requester: UInt64?
    let completion: Completion

    init(event: Event, deadline: Instant, requester: UInt64?, completion: Completion) {
        self.event = event
        self.deadline = deadline
        self.requester = requester
        self.completion = completion
    }
}
