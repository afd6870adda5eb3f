// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// Brings events to the queue's owner, in order and with no lock held.
///
/// Drops for the same reason that were not brought yet become one event, so that a flood of hits is no flood of events.
final class HitEventOutbox: Sendable {
    private let waiting = Locked<[HitQueueEvent]>([])
    private let queue: DispatchQueue
    private let handler: @Sendable (HitQueueEvent) -> Void

    init(queue: DispatchQueue, handler: @escaping @Sendable (HitQueueEvent) -> Void) {
        self.queue = queue
        self.handler = handler
    }

    func send(_ events: [HitQueueEvent]) {
        if events.isEmpty { return }
        let isFirst = waiting.withLock { waiting in
            let wasEmpty = waiting.isEmpty
            for event in events {
                waiting.appendMerging(event)
            }
            return wasEmpty
        }
        guard isFirst else { return }
        // Holds the outbox: what happened is told even where the queue is gone by then.
        queue.async { self.bring() }
    }

    private func bring() {
        let events = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for event in events {
            handler(event)
        }
    }
}

extension [HitQueueEvent] {
    fileprivate mutating func appendMerging(_ event: HitQueueEvent) {
        if case .dropped(let count, let reason, let streams) = event,
            case .dropped(let earlier, reason, let before) = last
        {
            self[endIndex - 1] = .dropped(
                count: earlier + count,
                reason: reason,
                streams: before.merging(streams, uniquingKeysWith: +)
            )
        } else {
            append(event)
        }
    }
}
