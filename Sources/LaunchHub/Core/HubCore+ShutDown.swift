// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    // MARK: - Waiting

    /// Calls back when listeners have handled every event that was dispatched before.
    ///
    /// - Parameter completion: Called once; must not call foreign code.
    func drain(_ completion: @escaping @Sendable () -> Void) {
        let countdown = Countdown(of: 0, action: completion)
        take(
            .fence { [self] in
                for lane in lanes { post(CountdownPart(countdown).work, to: lane) }
                countdown.seal()
            }
        )
        // A hub that takes nothing any more has nothing to be waited for.
        if router.isClosed { countdown.expire() }
    }

    /// Whether nothing is on its way: no event waits or is being handled.
    var isIdle: Bool {
        interceptors.isIdle && router.isIdle && lanes.allSatisfy(\.isIdle)
    }

    /// The lanes that receive events.
    private var lanes: [Lane] {
        state.withLock { state in
            state.recordsByLane.values.map(\.lane) + state.appLanes.values.map(\.lane)
        }
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
        let countdown = Countdown(of: 1) { [self] in finish() }
        take(.close { [self] lost, listeners in close(lost, listeners, countdown) })
        countdown.seal()
    }

    /// Whether the shutdown is over.
    var isOver: Bool { state.withLock { $0.awaitingEnd == nil } }

    private func limitEnd(to deadline: Duration) {
        let timer = clock.schedule(after: deadline) { [self] in dropTheRest() }
        let isOver = state.withLock { state in
            if state.awaitingEnd != nil { state.endTimers.append(timer) }
            return state.awaitingEnd == nil
        }
        if isOver { timer.cancel() }
    }

    /// Lets every lane come to its end.
    ///
    /// Called by the routing stage, when the lanes have everything.
    private func close(_ lost: Int, _ listeners: [Subscription], _ countdown: Countdown) {
        let (records, appLanes) = state.withLock { state in
            state.droppedAtEnd += lost
            state.lastListeners = listeners
            return (Array(state.recordsByLane.values), Array(state.appLanes.values))
        }
        for release in states.withLock({ $0.removeAllWaiters() }) { release.waiter.wake(release.state) }
        for _ in 0..<records.count + appLanes.count { countdown.expect() }
        for record in records {
            end(record, isHeard: true) { countdown.countDown() }
        }
        for appLane in appLanes {
            let last = LaneWork(nil) {
                appLane.onEnd()
                countdown.countDown()
            }
            let (isFirst, needsThread) = appLane.lane.close(last: last)
            if needsThread { executor.submit(appLane.lane) }
            if !isFirst { countdown.countDown() }
        }
        countdown.countDown()
    }

    /// Drops what still waits at the deadline of the shutdown, and notifies those who wait for its end.
    private func dropTheRest() {
        // An interceptor that does not return may still hold the end up.
        let (records, appLanes) = state.withLock { ($0.recordsByLane.values.map { $0 }, $0.appLanes.values.map { $0 }) }
        var dropped = 0
        for lane in records.map(\.lane) + appLanes.map(\.lane) { dropped += lane.halt() }
        let waiting = state.withLock { state in
            state.droppedAtEnd += dropped
            defer { state.awaitingEnd = state.awaitingEnd.map { _ in [] } }
            return state.awaitingEnd ?? []
        }
        let total = reportDropped()
        for completion in waiting { monitor.runAside(.completion, "shut down") { completion(total) } }
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

    /// Notifies all that wait for the end of the shutdown, and releases the observers after the last record.
    private func finish() {
        let dropped = reportDropped()
        let waiting = state.withLock { state in
            defer {
                state.awaitingEnd = nil
                state.extensions = [:]
                state.recordsByLane = [:]
                state.appLanes = [:]
            }
            return state.awaitingEnd ?? []
        }
        let (drafts, listeners, timers) = state.withLock { state in
            defer {
                state.drafts = [:]
                state.lastListeners = []
                state.endTimers = []
            }
            return (state.drafts, state.lastListeners, state.endTimers)
        }
        for timer in timers { timer.cancel() }
        for draft in drafts.values { draft.end() }
        // Letting go of observers and callbacks may run their owners' code, which has no place on the calling thread.
        monitor.runAside(.release, "end of the hub") { [self] in
            taps.removeAll()
            interceptors.end()
            for listener in listeners { listener.release() }
            for completion in waiting { completion(dropped) }
        }
    }
}

/// A part of a countdown that counts when it is run, and when it is thrown away.
private final class CountdownPart: Sendable {
    private let countdown: Countdown

    init(_ countdown: Countdown) {
        countdown.expect()
        self.countdown = countdown
    }

    deinit {
        countdown.countDown()
    }

    var work: LaneWork {
        LaneWork(mark: { [self] in withExtendedLifetime(self) {} })
    }
}
