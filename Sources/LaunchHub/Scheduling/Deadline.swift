// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A deadline for code of this process, which is put off where the process was stopped meanwhile.
///
/// Whoever holds it keeps nothing alive but what the work holds, until it is cancelled or the work has run.
final class Deadline: Sendable {
    private struct State {
        var timer: ScheduledWork?
        var isOver = false
    }

    private let extra: Duration
    private let clock: any HubClock
    private let work: @Sendable () -> Void
    private let state = Locked(State())

    /// Makes a deadline, and begins to wait.
    ///
    /// - Parameters:
    ///   - limit: How long the process may run until then.
    ///   - extra: How long it may run after it was stopped; nil for as long as before.
    ///   - clock: The clock that measures it.
    ///   - work: Runs once at the deadline, on a thread of the clock's choice.
    init(
        after limit: Duration,
        extra: Duration? = nil,
        _ clock: any HubClock,
        _ work: @escaping @Sendable () -> Void
    ) {
        self.extra = extra ?? limit
        self.clock = clock
        self.work = work
        wait(limit)
    }

    private func wait(_ limit: Duration) {
        // What was over before is not late.
        let due = clock.now + max(.zero, limit)
        let timer = clock.schedule(after: limit) { [self] in end(due) }
        let isOver = state.withLock { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isOver { timer.cancel() }
    }

    private func end(_ due: Instant) {
        if WatchSchedule.wasStopped(at: clock.now, due: due) { return wait(extra) }
        let isFirst = state.withLock { state in
            defer { state = State(timer: nil, isOver: true) }
            return !state.isOver
        }
        if isFirst { work() }
    }

    /// Calls the deadline off.
    func cancel() {
        let timer = state.withLock { state in
            defer { state = State(timer: nil, isOver: true) }
            return state.timer
        }
        timer?.cancel()
    }
}
