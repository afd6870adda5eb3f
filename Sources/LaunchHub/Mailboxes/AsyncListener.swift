// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A listener that calls an asynchronous closure.
///
/// Until the closure returns, the events of its mailbox wait, so that calls do not overlap and the order is kept; no
/// thread is blocked meanwhile.
final class AsyncListener: EventListener {
    private let body: @Sendable (Event) async -> Void
    private let mailbox: Mailbox
    private let isOneShot: Bool
    private let running = Locked<Task<Void, Never>?>(nil)

    init(mailbox: Mailbox, isOneShot: Bool, _ body: @escaping @Sendable (Event) async -> Void) {
        self.mailbox = mailbox
        self.isOneShot = isOneShot
        self.body = body
    }

    deinit {
        // A listener that was cancelled; one that was to receive a single event is released while that one is handled.
        guard !isOneShot else { return }
        running.withLock { $0.take() }?.cancel()
    }

    func hear(_ event: Event) {
        mailbox.hold { $0.beginCall() }
        let task = Task { [body, mailbox] in
            await body(event)
            mailbox.release { $0.endCall() }
        }
        running.withLock { $0 = task }
    }
}
