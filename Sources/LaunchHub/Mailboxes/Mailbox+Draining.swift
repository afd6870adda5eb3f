// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How a thread empties a mailbox.
extension Mailbox {
    func run() -> (any HubJob)? {
        atomics.owner = MailboxAtomics.thisThread
        var signal: MailboxSignal?
        while let next = begin(after: signal) {
            signal = next.signal
            withAutoreleasePool { handle(next.item, next.signal) }
        }
        return nil
    }

    /// Removes the item to be handled next from the queue, or makes the mailbox idle if there is none.
    ///
    /// - Parameter last: The signal at the item before; nil for the first one.
    /// - Returns: The item and the present signal; nil if there is none, or if another thread has the mailbox now.
    private func begin(after last: MailboxSignal?) -> (item: MailboxItem, signal: MailboxSignal)? {
        var finished: MailboxItem?
        // Released outside the lock: freeing a listener may run its owner's code.
        defer { withExtendedLifetime(finished) {} }
        return state.withLock { state in
            if let last, !atomics.signal.hasIncarnation(of: last) { return nil }
            finished = state.item.take()
            if atomics.signal.isHolding {
                // What is left of the item waits; what is removed next may run also while events are held.
                let rest = finished?.rest(after: atomics.progress &- state.callsBefore) ?? []
                if !atomics.signal.isStopped { state.queue.putBack(rest) }
                atomics.signal.isHolding = false
            }
            let item: MailboxItem
            if let next = state.removeNext() {
                item = next
            } else if let farewell = state.removeFarewell() {
                atomics.signal.isStopped = true
                state.isOver = true
                item = MailboxItem(farewell)
            } else {
                atomics.owner = 0
                state.phase = .idle
                return nil
            }
            state.phase = .running
            state.item = item
            state.callsBefore = atomics.progress
            return (item, atomics.signal)
        }
    }

    private func handle(_ item: MailboxItem, _ expected: MailboxSignal) {
        guard let work = item.work else { return deliver(item, expected) }
        atomics.beginCall()
        if work.call == nil { work.body() } else { monitor.perform(on: self, work.body) }
        _ = settleOverrun(expected)
    }

    private func deliver(_ item: MailboxItem, _ expected: MailboxSignal) {
        if !monitor.observesDeliveries, item.subscriptions.count == 1 {
            return deliver(item, to: item.subscriptions[0], expected)
        }
        for place in item.range {
            for subscription in item.subscriptions {
                guard atomics.signal == expected else { return }
                atomics.beginCall()
                let isHeard = hear(item.events[place], subscription)
                guard settleOverrun(expected) else { return }
                if isHeard, subscription.isOneShot { monitor.reports.spent(subscription) }
            }
        }
    }

    /// Delivers events in the usual case: one listener, no observer.
    @inline(never)
    private func deliver(_ item: MailboxItem, to subscription: Subscription, _ expected: MailboxSignal) {
        guard let listener = subscription.listener else { return }
        let before = atomics.progress
        for place in item.range {
            guard atomics.signal == expected, subscription.begin() else { break }
            atomics.beginCall()
            listener.hear(item.events[place])
            if atomics.overrun != 0, !settleOverrun(expected) { return }
        }
        if subscription.isOneShot, atomics.progress != before { monitor.reports.spent(subscription) }
    }

    private func hear(_ event: Event, _ subscription: Subscription) -> Bool {
        guard let listener = subscription.listener, subscription.begin() else { return false }
        if monitor.observesDeliveries {
            monitor.deliver(event, to: subscription, on: self) { listener.hear(event) }
        } else {
            listener.hear(event)
        }
        return true
    }
}
