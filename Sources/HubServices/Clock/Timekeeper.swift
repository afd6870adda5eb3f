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
    private let dispatch: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// The time in which a thread of Dispatch's is to begin what it is given.
    private static let patience = Duration.milliseconds(10)

    /// Makes a keeper; its thread is made for the first work.
    ///
    /// - Parameters:
    ///   - startThread: Makes a thread; returns false where the system makes none.
    ///   - dispatch: Gives work to the threads of Dispatch.
    package init(
        startThread: @escaping @Sendable (String, @escaping @Sendable () -> Void) -> Bool = SystemThread.start,
        dispatch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global().async(execute: $0)
        }
    ) {
        self.startThread = startThread
        self.dispatch = dispatch
    }

    /// The number of waiting pieces of work.
    package var pendingCount: Int { state.withLock { $0.alarms.count } }

    /// Runs work once, as ``run(_:)`` does.
    ///
    /// - Parameters:
    ///   - due: When, on the clock of the machine.
    ///   - work: What to run.
    /// - Returns: What calls it off.
    package func schedule(at due: Instant, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        onThread(at: due) { [self] in run(work) }
    }

    /// Runs work on a global queue of Dispatch's, or on a thread of its own if none of Dispatch's begins it at once: all of
    /// them may be blocked, perhaps by what waits for this work.
    ///
    /// - Parameter work: What to run.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let waiting = Locked<(@Sendable () -> Void)?>(work)
        let begin = { @Sendable in
            let work = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            work?()
        }
        let spare = onThread(at: SystemClock().now + Self.patience) { [self] in
            _ = startThread("launchhub.clock.work", begin)
        }
        dispatch {
            spare.cancel()
            begin()
        }
    }

    /// Runs short work on the thread.
    private func onThread(at due: Instant, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
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
                let now = SystemClock().now
                var due: [AlarmQueue.Work] = []
                while let next = state.alarms.removeFirst(dueBy: now) { due.append(next.work) }
                Self.setTimer(&state)
                return due
            }
            for work in due { work() }
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
