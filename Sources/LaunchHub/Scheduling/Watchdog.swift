// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// Looks at what the workers are at, as often as ``WatchSchedule`` says.
///
/// A job that stands still gets its thread to itself, and is told for how long it has stood still, which is how lanes
/// keep their budget: reading a clock for every event would cost more than the event.
final class Watchdog: Sendable {
    private struct State {
        var isAwake = false
        var hasThread = false
        var isHurried = false
        var asleepSince = Instant.zero
    }

    private let state = Locked(State())
    private let semaphore = DispatchSemaphore(value: 0)
    private let clock = SystemClock()
    private let startThread: WorkerPool.ThreadStarter
    /// Not zero while the next look comes soon enough for a job to be left to a busy worker.
    private let fine = AtomicWord()
    /// How often the watchdog was woken, by work or by its own time.
    private let wakeups = AtomicWord()

    init(startThread: @escaping WorkerPool.ThreadStarter) {
        self.startThread = startThread
    }

    /// How often the watchdog was woken, by work or by its own time.
    var wakeupCount: UInt64 { wakeups.load() }

    /// Whether a job that is left to a busy worker is noticed soon.
    @inline(__always)
    var isFine: Bool { fine.load() != 0 }

    /// Makes sure that somebody looks at the pool.
    ///
    /// - Parameter isShort: True where work waits for a thread, so that the next look must come soon.
    func attend(_ pool: WorkerPool, isShort: Bool = false) {
        if isShort, isFine { return }
        let (needsSignal, needsThread) = state.withLock { state in
            let needsSignal = !state.isAwake || (isShort && !state.isHurried)
            guard needsSignal else { return (false, false) }
            if state.isAwake { state.isHurried = true }
            state.isAwake = true
            fine.store(1)
            defer { state.hasThread = true }
            return (true, !state.hasThread)
        }
        guard needsSignal else { return }
        guard needsThread else {
            semaphore.signal()
            return
        }
        let isMade = startThread("launchhub.watch") { [self, pool] in loop(pool) }
        if !isMade { state.withLock { $0 = State() } }
    }

    private func loop(_ pool: WorkerPool) {
        var detectors: [ObjectIdentifier: StallDetector] = [:]
        var schedule = WatchSchedule()
        var runs: UInt64 = 0
        var pause: Duration? = schedule.wake(after: .seconds(3_600))
        while true {
            fine.store(WatchSchedule.isFine(pause) ? 1 : 0)
            // Whoever has read the word before it changed has relied on a look that is over. Whoever leaves a job after
            // this reads the new one.
            if !WatchSchedule.isFine(pause), pool.hasWaiting { pause = WatchSchedule.finest }
            if let duration = pause, duration <= WatchSchedule.coarsest {
                if waitForNextLook(duration) { state.withLock { $0.isHurried = false } }
                wakeups.add(1)
            } else if let slept = sleep(until: pause, pool) {
                pause = schedule.wake(after: slept)
                continue
            }
            var findings = pool.look(at: clock.now, &detectors)
            let total = pool.runCount
            findings.hasWorked = total != runs
            runs = total
            pause = schedule.next(findings)
        }
    }

    /// Sleeps until work comes in, or until a call that stands still must be looked at.
    ///
    /// - Parameter deadline: When that is, counted from now; nil where there is none.
    /// - Returns: How long the sleep was; nil where the deadline has ended it.
    private func sleep(until deadline: Duration?, _ pool: WorkerPool) -> Duration? {
        var isCalled = true
        if fallAsleep(pool) {
            if let deadline { isCalled = waitForNextLook(deadline) } else { semaphore.wait() }
            wakeups.add(1)
        }
        return state.withLock { state in
            state.isAwake = true
            state.isHurried = false
            return isCalled ? clock.now - state.asleepSince : nil
        }
    }

    /// Marks the watchdog as asleep.
    ///
    /// - Returns: False where work has come in before the mark could be seen, so that nobody will send a signal.
    private func fallAsleep(_ pool: WorkerPool) -> Bool {
        state.withLock { state in
            state.isAwake = false
            state.asleepSince = clock.now
        }
        guard pool.needsAttention else { return true }
        return state.withLock { state in
            // Whoever has raised the mark in the meantime has sent a signal, too.
            guard !state.isAwake else { return true }
            state.isAwake = true
            return false
        }
    }

    /// Where the watchdog sleeps; named so that a profile shows it for what it is.
    ///
    /// - Returns: True where somebody has called before the time was over.
    @inline(never)
    private func waitForNextLook(_ duration: Duration) -> Bool {
        semaphore.wait(timeout: .now() + .nanoseconds(Int(clamping: duration.nanoseconds))) == .success
    }
}
