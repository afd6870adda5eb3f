// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A closure that may wait, in the form of a listener.
///
/// While the closure has not returned the events of its mailbox wait, so that no two calls overlap and none is reordered;
/// no thread waits meanwhile.
final class AsyncListener: EventListener {
    private let body: @Sendable (Event) async -> Void
    private let lane: Lane
    private let link: HubLink
    private let isOneShot: Bool
    private let running = Locked<Task<Void, Never>?>(nil)

    init(lane: Lane, link: HubLink, isOneShot: Bool, _ body: @escaping @Sendable (Event) async -> Void) {
        self.lane = lane
        self.link = link
        self.isOneShot = isOneShot
        self.body = body
    }

    deinit {
        // A listener that was cancelled; one that was to receive a single event is released while that one is handled.
        guard !isOneShot else { return }
        running.withLock { $0.take() }?.cancel()
    }

    func hear(_ event: Event) {
        lane.hold { $0.beginCall() }
        let task = Task { [body, lane, link] in
            await body(event)
            if lane.release({ $0.endCall() }) { link.core?.resubmit(lane) }
        }
        running.withLock { $0 = task }
    }
}
