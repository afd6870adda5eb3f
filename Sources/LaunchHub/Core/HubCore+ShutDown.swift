// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    // MARK: - Waiting

    /// Calls back when listeners have handled every event that was dispatched before.
    ///
    /// - Parameter completion: Called once; must not call foreign code.
    func drain(_ completion: @escaping @Sendable () -> Void) {
        let latch = CompletionLatch(of: 0, action: completion)
        send(
            .fence { [self] in
                for mailbox in mailboxes { router.post(LatchPart(latch).work, behindEventsOf: mailbox) }
                latch.seal()
            }
        )
        // A hub that takes nothing any more has nothing to be waited for.
        if router.isClosed { latch.expire() }
    }

    /// Whether nothing is on its way: no event waits or is being handled, and no callback has yet to return.
    ///
    /// The parts are looked at one after the other, in the order in which events pass them. What a listener or a callback
    /// dispatches meanwhile is then behind the part that is looked at, so that it counts only if nothing has come in.
    var isIdle: Bool {
        let before = router.arrivalCount
        guard interceptors.isIdle, router.isIdle, mailboxes.allSatisfy(\.isIdle), monitor.callbacks.isEmpty else {
            return false
        }
        return interceptors.isIdle && router.arrivalCount == before
    }

    // MARK: - The end

    /// Refuses new events, delivers those that wait, and ends.
    ///
    /// - Parameters:
    ///   - deadline: The longest time for the events that wait; the rest is dropped then.
    ///   - completion: Called once, with the number of events that were dropped.
    func shutDown(deadline: Duration, completion: (@Sendable (Int) -> Void)?) {
        let (isFirst, isOver) = state.withLock { state in
            let isFirst = state.phase != .shutDown
            state.phase = .shutDown
            if let completion { state.awaitingEnd?.append(completion) }
            return (isFirst, state.awaitingEnd == nil)
        }
        if isOver, let completion {
            let dropped = state.withLock { $0.droppedAtEnd }
            monitor.runAside(.completion, "shut down") { completion(dropped) }
        }
        // Each call has a deadline of its own; the earliest one counts.
        if !isOver { limitEnd(to: deadline) }
        guard isFirst else { return }
        let latch = CompletionLatch(of: 1) { [self] in awaitObservers() }
        send(.close { [self] lost, listeners in close(lost, listeners, latch) })
        latch.seal()
    }

    /// Whether the shutdown is over.
    var isOver: Bool { state.withLock { $0.awaitingEnd == nil } }

    private func limitEnd(to deadline: Duration) {
        let timer = Deadline(after: deadline, clock) { [self] in dropTheRest() }
        let isOver = state.withLock { state in
            if state.awaitingEnd != nil { state.endTimers.append(timer) }
            return state.awaitingEnd == nil
        }
        if isOver { timer.cancel() }
    }

    /// Lets every mailbox come to its end.
    ///
    /// Called by the routing stage, when the mailboxes have everything.
    private func close(_ lost: Int, _ listeners: [Subscription], _ latch: CompletionLatch) {
        let (records, ending, appMailboxes) = state.withLock { state in
            state.droppedAtEnd += lost
            state.lastListeners = listeners
            return (state.records, Array(state.ending.values), Array(state.appMailboxes.values))
        }
        for release in states.withLock({ $0.removeAllWaiters() }) { release.waiter.wake(release.state) }
        for _ in 0..<records.count + ending.count + appMailboxes.count { latch.expect() }
        // They are off the list, their last calls may be to come.
        for record in ending { record.whenEnded { latch.countDown() } }
        for record in records {
            end(record, isHeard: true) { latch.countDown() }
        }
        for appMailbox in appMailboxes {
            let last = MailboxWork(nil) {
                appMailbox.onEnd()
                latch.countDown()
            }
            let (isFirst, needsThread) = appMailbox.mailbox.close(last: last)
            if needsThread { executor.submit(appMailbox.mailbox) }
            if !isFirst { latch.countDown() }
        }
        latch.countDown()
    }

    /// Drops what still waits at the deadline of the shutdown, and notifies those who wait for its end.
    private func dropTheRest() {
        // An interceptor that does not return may still hold the end up.
        let dropped = mailboxes.reduce(0) { $0 + $1.halt() }
        let waiting = state.withLock { state in
            state.droppedAtEnd += dropped
            defer { state.awaitingEnd = state.awaitingEnd.map { _ in [] } }
            return state.awaitingEnd ?? []
        }
        let total = reportDropped()
        for completion in waiting { monitor.runAside(.completion, "shut down") { completion(total) } }
        let observing = state.withLock { state in
            state.isEndOverdue = true
            defer { state.observing = nil }
            return state.observing
        }
        observing?.expire()
    }

    /// Logs how many events were dropped, once.
    ///
    /// - Returns: How many.
    private func reportDropped() -> Int {
        let (dropped, isNews) = state.withLock { state in
            defer { state.reportedDrops = state.droppedAtEnd }
            return (state.droppedAtEnd, state.droppedAtEnd > state.reportedDrops)
        }
        if isNews {
            monitor.logAside(
                .warning,
                "the hub was shut down with \(dropped) deliveries still waiting; they were dropped"
            )
        }
        return dropped
    }

    /// Lets the observers receive the last records, unless the deadline of the shutdown is over, and ends.
    private func awaitObservers() {
        let latch = CompletionLatch(of: 0) { [self] in finish() }
        let isOverdue = state.withLock { state in
            if !state.isEndOverdue { state.observing = latch }
            return state.isEndOverdue
        }
        if !isOverdue {
            for job in taps.post({ LatchPart(latch).work }) { executor.submit(job) }
        }
        latch.seal()
    }

    /// Notifies all that wait for the end of the shutdown, and releases the observers.
    private func finish() {
        let dropped = reportDropped()
        let (waiting, drafts, listeners, timers) = state.withLock { state in
            defer {
                state.awaitingEnd = nil
                state.lastListeners = []
                state.endTimers = []
                state.observing = nil
                state.extensions = [:]
                state.list = [:]
                state.drafts = [:]
                state.appMailboxes = [:]
            }
            return (state.awaitingEnd ?? [], state.drafts.values, state.lastListeners, state.endTimers)
        }
        for timer in timers { timer.cancel() }
        for draft in drafts { draft.end() }
        // Letting go of observers and callbacks may run their owners' code, which has no place on the calling thread.
        monitor.runAside(.release, "end of the hub") { [self] in
            taps.removeAll()
            interceptors.end()
            for listener in listeners { listener.release() }
            for completion in waiting { completion(dropped) }
        }
    }
}

/// A part of a latch that counts when it is run, and when it is thrown away.
private final class LatchPart: Sendable {
    private let latch: CompletionLatch

    init(_ latch: CompletionLatch) {
        latch.expect()
        self.latch = latch
    }

    deinit {
        latch.countDown()
    }

    var work: MailboxWork {
        MailboxWork(mark: { [self] in withExtendedLifetime(self) {} })
    }
}
