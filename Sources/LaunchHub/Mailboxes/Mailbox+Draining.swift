// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How a thread empties a mailbox.
extension Mailbox {
    /// Items that were removed from the queue together, and what the signal was then.
    private struct Turn {
        let items: [MailboxItem]
        let signal: MailboxSignal
    }

    /// How a turn ended.
    private enum Ending {
        case done
        /// The events that are left are held.
        case held
        /// Another thread has the mailbox now.
        case lost
    }

    func run() -> (any HubJob)? {
        atomics.acquireOwnership()
        while let turn = beginTurn() {
            switch withAutoreleasePool({ handle(turn) }) {
            case .done: continue
            case .held: return putBack()
            case .lost: return nil
            }
        }
        return nil
    }

    /// Removes the items to be handled next from the queue, or makes the mailbox idle if it is empty.
    private func beginTurn() -> Turn? {
        var finished: Hand?
        defer { withExtendedLifetime(finished) {} }
        return state.withLock { state in
            // Released outside the lock: freeing a listener may run its owner's code.
            finished = state.hand.take()
            let items: [MailboxItem]
            if let taken = state.removeNext() {
                items = taken
            } else if let farewell = state.removeFarewell() {
                var signal = atomics.signal
                signal.isStopped = true
                atomics.setSignal(signal)
                state.isOver = true
                items = [.work(farewell)]
            } else {
                atomics.releaseOwnership()
                state.phase = .idle
                return nil
            }
            state.phase = .running
            state.hand = Hand(items, calls: atomics.progress)
            return Turn(items: items, signal: atomics.signal)
        }
    }

    /// Puts the items that are left back into the queue, because events are held.
    private func putBack() -> (any HubJob)? {
        var finished: Hand?
        let isMore = state.withLock { state in
            finished = state.hand.take()
            atomics.releaseOwnership()
            var signal = atomics.signal
            signal.isHolding = false
            atomics.setSignal(signal)
            if let finished, !signal.isStopped { state.queue.putBack(finished.rest(after: atomics.progress)) }
            state.phase = .idle
            return state.schedule()
        }
        if isMore { monitor.executor.submit(self) }
        _ = consume finished
        return nil
    }

    private func handle(_ turn: Turn) -> Ending {
        for place in turn.items.indices {
            if place > 0 {
                guard atomics.signal == turn.signal else { return interruption(of: turn) }
                let isMine = state.withLock { state in
                    guard atomics.signal.hasIncarnation(of: turn.signal) else { return false }
                    state.hand?.begin(place, calls: atomics.progress)
                    return true
                }
                guard isMine else { return .lost }
            }
            guard handle(turn.items[place], turn.signal) else { return interruption(of: turn) }
        }
        return .done
    }

    private func interruption(of turn: Turn) -> Ending {
        let signal = atomics.signal
        guard signal.hasIncarnation(of: turn.signal) else { return .lost }
        // What is left of a turn is dropped where the mailbox was stopped.
        return signal.isStopped || !signal.isHolding ? .done : .held
    }

    /// - Returns: False if the thread is to look at the signal before it goes on.
    private func handle(_ item: MailboxItem, _ expected: MailboxSignal) -> Bool {
        switch item {
        case .parcel(let parcel):
            return deliver(parcel, expected)
        case .construct(let subscription):
            atomics.beginCall()
            monitor.perform(on: self) { subscription.construct() }
        case .work(let work):
            atomics.beginCall()
            if work.call == nil { work.body() } else { monitor.perform(on: self, work.body) }
        }
        return settleOverrun(expected) && atomics.signal == expected
    }

    private func deliver(_ parcel: Parcel, _ expected: MailboxSignal) -> Bool {
        if !monitor.observesDeliveries, parcel.subscriptions.count == 1 {
            return deliver(parcel, to: parcel.subscriptions[0], expected)
        }
        return deliverOneByOne(parcel, expected)
    }

    /// Delivers a parcel in the usual case: one listener, no observer.
    @inline(never)
    private func deliver(_ parcel: Parcel, to subscription: Subscription, _ expected: MailboxSignal) -> Bool {
        guard let listener = subscription.listener else { return atomics.signal == expected }
        let before = atomics.progress
        var isMine = true
        for place in parcel.range {
            guard atomics.signal == expected, subscription.begin() else { break }
            atomics.beginCall()
            listener.hear(parcel.events[place])
            if atomics.overrun != 0, !settleOverrun(expected) {
                isMine = false
                break
            }
        }
        if isMine, subscription.isOneShot, atomics.progress != before { monitor.reports.spent(subscription) }
        return isMine && atomics.signal == expected
    }

    private func deliverOneByOne(_ parcel: Parcel, _ expected: MailboxSignal) -> Bool {
        for place in parcel.range {
            for subscription in parcel.subscriptions {
                guard atomics.signal == expected else { return false }
                atomics.beginCall()
                let isHeard = hear(parcel.events[place], subscription)
                guard settleOverrun(expected) else { return false }
                if isHeard, subscription.isOneShot { monitor.reports.spent(subscription) }
            }
        }
        return atomics.signal == expected
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
