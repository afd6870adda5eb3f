// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs work at its time: one thread for the whole process sleeps until the earliest is due.
///
/// Cancelled work costs no wake-up, which most work is: a limit for something that mostly ends in time. A timer of
/// Dispatch's stays when its work item is cancelled, and on Linux the first one starts threads of Dispatch's, one of
/// which then wakes once a second for as long as the process lives.
package final class Timekeeper: Sendable {
    /// The one that the clock of the machine uses.
    package static let shared = Timekeeper()

    private struct State {
        var alarms = AlarmQueue()
        /// The timer that the thread sleeps on; nil without a thread.
        var timer: WakeTimer?
        /// The time at which the thread will wake; nil for never.
        var wakesAt: Instant?
    }

    private let state = Locked(State())
    private let startThread: @Sendable (String, @escaping @Sendable () -> Void) -> Bool

    /// Makes a keeper; its thread is made for the first work.
    ///
    /// - Parameter startThread: Makes a thread; returns false where the system makes none.
    package init(startThread: @escaping @Sendable (String, @escaping @Sendable () -> Void) -> Bool = SystemThread.start)
    {
        self.startThread = startThread
    }

    /// The number of waiting pieces of work.
    package var pendingCount: Int { state.withLock { $0.alarms.count } }

    /// Runs work once, on a global queue of Dispatch's.
    ///
    /// - Parameters:
    ///   - due: When, on the clock of the machine.
    ///   - work: What to run.
    /// - Returns: What calls it off.
    package func schedule(at due: Instant, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        let (alarm, newTimer) = state.withLock { state -> (AlarmQueue.Alarm, WakeTimer?) in
            let alarm = state.alarms.add(at: due, work)
            let isNew = state.timer == nil
            if isNew { state.timer = WakeTimer() }
            Self.setTimer(&state)
            return (alarm, isNew ? state.timer : nil)
        }
        if let newTimer, !startThread("launchhub.clock", { [self] in loop(newTimer) }) { leaveToDispatch() }
        return ScheduledWork { [self] in cancel(alarm) }
    }

    private func cancel(_ alarm: AlarmQueue.Alarm) {
        // Released outside the lock: what it holds may run its owner's code.
        let work = state.withLock { state in
            let work = state.alarms.remove(alarm)
            if state.timer != nil { Self.setTimer(&state) }
            return work
        }
        _ = consume work
    }

    private static func setTimer(_ state: inout State) {
        let due = state.alarms.nextDue
        guard due != state.wakesAt else { return }
        state.wakesAt = due
        state.timer?.set(after: due.map { max(.zero, $0 - SystemClock().now) })
    }

    private func loop(_ timer: WakeTimer) {
        while true {
            timer.wait()
            let due = state.withLock { state in
                state.wakesAt = nil
                let due = state.alarms.removeDue(at: SystemClock().now)
                Self.setTimer(&state)
                return due
            }
            // Work that is long after all must not hold up what is due next.
            for work in due { DispatchQueue.global().async(execute: work) }
        }
    }

    /// Leaves what waits to timers of Dispatch's, because the system makes no thread at the moment.
    private func leaveToDispatch() {
        let waiting = state.withLock { state in
            state.timer = nil
            state.wakesAt = nil
            return state.alarms.pending
        }
        for (alarm, due) in waiting {
            let delay = max(0, (due - SystemClock().now).nanoseconds)
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: delay))) { [self] in
                state.withLock { $0.alarms.remove(alarm) }?()
            }
        }
    }
}
