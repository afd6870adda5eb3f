// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Looks at what the workers are at, as often as ``WatchSchedule`` says.
///
/// A job that stands still gets its thread to itself, and receives the time for which it has stood still. Mailboxes keep
/// their budget this way, because reading a clock for every event would cost more than the event.
final class Watchdog: Sendable {
    private struct State {
        /// The timer that the thread sleeps on; nil if there is no thread.
        var timer: WakeTimer?
        /// Whether a look is to come without anybody asking for one.
        var isAwake = false
        /// Whether the timer was set to an earlier time because work waits.
        var isHurried = false
        var asleepSince = Instant.zero
        /// How long the sleep was that work has ended.
        var slept = Duration.zero
        /// Whether a call that stands still must be looked at when its time comes.
        var hasDeadline = false
        /// When the next look should come; nil while none is planned.
        var due: Instant?
    }

    private let state = Locked(State())
    private let clock = SystemClock()
    private let startThread: WorkerPool.ThreadStarter
    /// Not zero while the next look comes soon enough for a job to be left to a busy worker.
    private let fine = AtomicWord()
    /// Not zero while the thread sleeps and is to look at an isolated piece of work.
    private let isolated = AtomicWord()
    /// How often the watchdog was woken.
    private let wakeups = AtomicWord()

    init(startThread: @escaping WorkerPool.ThreadStarter) {
        self.startThread = startThread
    }

    /// How often the watchdog was woken.
    var wakeupCount: UInt64 { wakeups.load() }

    /// Whether a job that is left to a busy worker is noticed soon.
    @inline(__always)
    var isFine: Bool { fine.load() != 0 }

    /// Ensures that the watchdog looks at the pool.
    ///
    /// The thread is not woken at once but when there may be something to see, because an isolated event is mostly over
    /// by then.
    ///
    /// - Parameters:
    ///   - pool: The pool to look at.
    ///   - limit: The longest time until the next look, because work waits for a thread; nil if none waits.
    func attend(_ pool: WorkerPool, within limit: Duration? = nil) {
        if limit != nil, isFine { return }
        let newTimer: WakeTimer? = state.withLock { state in
            if !state.isAwake {
                state.isAwake = true
                let now = clock.now
                state.slept = now - state.asleepSince
                state.due = now + WatchSchedule.finest
                state.timer?.set(after: WatchSchedule.finest)
                let isIsolated = state.slept >= WatchSchedule.isolation && !state.hasDeadline && state.timer != nil
                isolated.store(isIsolated ? 1 : 0)
            } else if let limit, !state.isHurried {
                state.isHurried = true
                state.timer?.set(after: limit)
            } else {
                return nil
            }
            fine.store(1)
            guard state.timer == nil else { return nil }
            let timer = WakeTimer()
            state.timer = timer
            return timer
        }
        guard let newTimer else { return }
        let isMade = startThread("launchhub.watch") { [self, pool] in loop(pool, newTimer) }
        if !isMade { state.withLock { $0 = State() } }
    }

    /// Calls the look off that an isolated piece of work was to get, because that is over.
    func standDown(_ pool: WorkerPool) {
        guard isolated.load() != 0 else { return }
        let isCalledOff = state.withLock { state in
            guard isolated.load() != 0 else { return false }
            isolated.store(0)
            fine.store(0)
            fallAsleep(&state, until: nil)
            return true
        }
        // What has come in meanwhile relies on a look.
        if isCalledOff, !pool.isAtRest { attend(pool) }
    }

    private func loop(_ pool: WorkerPool, _ timer: WakeTimer) {
        var detectors: [ObjectIdentifier: StallDetector] = [:]
        var schedule = WatchSchedule()
        var runs: UInt64 = 0
        var resumedAt = Instant.zero
        var pause: Duration? = schedule.wake(after: .seconds(3_600))
        while true {
            fine.store(WatchSchedule.isFine(pause) ? 1 : 0)
            // Whoever has read the word before it changed has relied on a look that is over. Whoever leaves a job after
            // this reads the new one.
            if !WatchSchedule.isFine(pause), pool.hasWaiting { pause = WatchSchedule.finest }
            if let duration = pause, duration <= WatchSchedule.coarsest {
                if waitForNextLook(duration, timer) { schedule.hurry() }
            } else if let slept = sleep(until: pause, pool, timer) {
                _ = schedule.wake(after: slept)
            }
            let now = clock.now
            if Outage.hasDelayed(state.withLock({ $0.due }), until: now) { resumedAt = now }
            var findings = pool.look(at: now, resumedAt: resumedAt, &detectors)
            let total = pool.runCount
            findings.hasWorked = total != runs
            runs = total
            pause = schedule.next(findings)
        }
    }

    /// Sleeps until the first look at new work, or until a call that stands still must be looked at.
    ///
    /// - Parameters:
    ///   - deadline: The time from now to the look at the call that stands still, or nil.
    ///   - pool: The pool, which may have received work meanwhile.
    ///   - timer: The timer that ends the sleep.
    /// - Returns: How long there was no work; nil if the deadline has ended the sleep.
    private func sleep(until deadline: Duration?, _ pool: WorkerPool, _ timer: WakeTimer) -> Duration? {
        guard fallAsleep(until: deadline, pool) else {
            _ = waitForNextLook(WatchSchedule.finest, timer)
            return .zero
        }
        waitForTimer(timer)
        return state.withLock { state in
            isolated.store(0)
            state.isHurried = false
            guard !state.isAwake else { return state.slept }
            state.isAwake = true
            return nil
        }
    }

    /// Marks the watchdog as asleep.
    ///
    /// - Returns: False if work has come in before the mark could be seen, so that nobody will set the timer.
    private func fallAsleep(until deadline: Duration?, _ pool: WorkerPool) -> Bool {
        state.withLock { fallAsleep(&$0, until: deadline) }
        guard pool.needsAttention else { return true }
        return state.withLock { state in
            // Whoever has raised the mark in the meantime has set the timer, too.
            guard !state.isAwake else { return true }
            state.isAwake = true
            return false
        }
    }

    private func fallAsleep(_ state: inout State, until deadline: Duration?) {
        state.isAwake = false
        state.isHurried = false
        state.hasDeadline = deadline != nil
        state.asleepSince = clock.now
        state.due = deadline.map { state.asleepSince + $0 }
        state.timer?.set(after: deadline)
    }

    /// - Returns: True if somebody could not wait that long.
    private func waitForNextLook(_ pause: Duration, _ timer: WakeTimer) -> Bool {
        state.withLock { state in
            // Somebody who cannot wait that long has set the timer already.
            guard !state.isHurried else { return }
            state.due = clock.now + pause
            timer.set(after: pause)
        }
        waitForTimer(timer)
        return state.withLock { state in
            defer { state.isHurried = false }
            return state.isHurried
        }
    }

    /// Waits for the timer, in a function of its own so that profiles name the wait.
    @inline(never)
    private func waitForTimer(_ timer: WakeTimer) {
        timer.wait()
        wakeups.add(1)
    }
}
