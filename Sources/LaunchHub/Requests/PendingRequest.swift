// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A request that waits for its outcome.
///
/// Whether it is still open is decided by the routing stage alone, so that response, timeout and cancellation cannot
/// both win.
final class PendingRequest: Sendable {
    enum Completion: Sendable {
        /// Code of the requester's: it runs where it delays nobody.
        case callback(@Sendable (RequestOutcome) -> Void)
        /// Code of an extension's that runs in its mailbox, in order with what it receives.
        case inMailbox(@Sendable (RequestOutcome) -> Void)
        /// A task that waits: resuming it runs nothing here.
        case resumption(@Sendable (RequestOutcome) -> Void)
    }

    let event: Event
    /// Stays the same when an interceptor puts another event in the place of the request's.
    let serial: UInt64
    let deadline: Instant
    /// The mailbox of the extension that asked, or nil for an app.
    let requester: Mailbox?
    let completion: Completion

    private static let serials = AtomicWord(1)

    init(event: Event, deadline: Instant, requester: Mailbox?, completion: Completion, serial: UInt64? = nil) {
        self.event = event
        self.serial = serial ?? Self.serials.add(1)
        self.deadline = deadline
        self.requester = requester
        self.completion = completion
    }

    /// Returns this request with another event in the place of its own.
    func asking(with event: Event) -> PendingRequest {
        PendingRequest(event: event, deadline: deadline, requester: requester, completion: completion, serial: serial)
    }
}
