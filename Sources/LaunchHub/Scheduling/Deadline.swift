// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A deadline for code of this process, which is put off where an ``Outage`` has delayed it.
final class Deadline: Sendable {
    private struct State {
        var timer: ScheduledWork?
        /// Nil once it was begun or called off, so that nothing is kept alive by it.
        var work: (@Sendable () -> Void)?

        mutating func removeAll() -> State {
            defer { self = State() }
            return self
        }
    }

    private let extra: Duration
    private let clock: any HubClock
    private let state: Locked<State>

    /// Makes a deadline, and begins to wait.
    ///
    /// - Parameters:
    ///   - limit: How long the process may run until then.
    ///   - extra: How long it may run after an outage; nil for as long as before.
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
        state = Locked(State(work: work))
        wait(limit)
    }

    private func wait(_ limit: Duration) {
        // What was over before is not late.
        let due = clock.now + max(.zero, limit)
        let timer = clock.schedule(after: limit) { [self] in end(due) }
        let isOver = state.withLock { state in
            if state.work != nil { state.timer = timer }
            return state.work == nil
        }
        if isOver { timer.cancel() }
    }

    private func end(_ due: Instant) {
        if Outage.hasDelayed(due, until: clock.now) { return wait(extra) }
        state.withLock { $0.removeAll() }.work?()
    }

    /// Calls the deadline off.
    func cancel() {
        state.withLock { $0.removeAll() }.timer?.cancel()
    }
}
