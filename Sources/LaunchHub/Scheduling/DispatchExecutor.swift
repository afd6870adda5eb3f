// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import HubServices

/// Runs the jobs of every hub of the process, on threads of Dispatch's.
///
/// Each job in flight has a lane, a serial queue without a target: for these Dispatch makes a thread whatever else is busy, up
/// to a limit of its own. A job that has not begun after ``Lanes/patience`` gets a thread of its own. A listener that blocks
/// thus costs a thread, but delays no other.
///
/// One more thread watches the jobs: it is woken when one of them may have waited or stood still for too long, so that no clock
/// is read for each call.
package final class DispatchExecutor: HubExecutor {
    /// The executor that hubs use unless they are given another one.
    package static let shared = DispatchExecutor()

    private struct State {
        var lanes: Lanes
        /// How many threads have been made for jobs that waited.
        var threads = 0
        /// How many of them have yet to take their first job.
        var arriving = 0
        var isWatched = false
        /// When the watch looks next; nil while it sleeps.
        var wakesAt: Instant?
        var asleepSince = Instant.zero
        /// Whether the next look is called off if nothing is in flight any more.
        var isIsolated = false
        var isShort = false
        var shortages: UInt64 = 0
    }

    /// Work that comes again within this time is not isolated: calling its look off would cost more than the look.
    private static let isolation = Duration.milliseconds(50)

    private let threadLimit: Int
    private let startThread: @Sendable (String, @escaping @Sendable () -> Void) -> Bool
    private let clock = SystemClock()
    private let timer = WakeTimer()
    private let state: Locked<State>

    /// Makes an executor.
    ///
    /// - Parameters:
    ///   - threadLimit: How many threads there may be besides those of Dispatch's.
    ///   - target: Where the lanes run; nil for a thread each.
    ///   - startThread: Makes a thread; returns false where the system makes none.
    package init(
        threadLimit: Int = 1_024,
        target: DispatchQueue? = nil,
        startThread: @escaping @Sendable (String, @escaping @Sendable () -> Void) -> Bool = SystemThread.start
    ) {
        self.threadLimit = threadLimit
        self.startThread = startThread
        state = Locked(State(lanes: Lanes(target: target)))
    }

    package var isManual: Bool { false }

    // MARK: - Running

    package func submit(_ job: any HubJob) {
        let (progress, now) = (job.progress, clock.now)
        let (place, number, queue) = state.withLock { state in
            attend(&state, now)
            return state.lanes.add(job, progress, at: now)
        }
        queue.async { [self] in
            let now = clock.now
            let job = state.withLock { state in
                attend(&state, now)
                return state.lanes.begin(place, number, at: now)
            }
            if let job { run(job, on: place) }
        }
    }

    /// Runs a job and those that follow it.
    private func run(_ first: any HubJob, on place: Int) {
        var job: (any HubJob)? = first
        while let current = job {
            job = withAutoreleasePool { current.run() }
            let (progress, now) = (job?.progress ?? 0, clock.now)
            state.withLock { state in
                state.lanes.end(place, job, progress, at: now)
                if job != nil { return attend(&state, now) }
                guard state.isIsolated, state.lanes.isEmpty else { return }
                sleep(&state, until: nil, now)
            }
        }
    }

    /// Runs jobs that have waited for too long, on a thread of their own.
    private func runOverdue() {
        var isNew = true
        while true {
            let now = clock.now
            let next = state.withLock { state -> (Int, any HubJob)? in
                if isNew { state.arriving -= 1 }
                let next = state.lanes.beginOverdue(at: now)
                if next == nil { state.threads -= 1 } else { attend(&state, now) }
                return next
            }
            guard let (place, job) = next else { return }
            isNew = false
            run(job, on: place)
        }
    }

    // MARK: - Watching

    package func watchAgain(_ job: any HubJob) {
        let now = clock.now
        state.withLock { state in
            state.lanes.watch(job, at: now)
            attend(&state, now)
        }
    }

    /// Makes sure of a look soon.
    ///
    /// The watch is not woken at once but when there may be something to see: an isolated event is mostly over by then.
    private func attend(_ state: inout State, _ now: Instant) {
        if let wakesAt = state.wakesAt, wakesAt <= now + Lanes.patience * 2 { return }
        if !state.isWatched { state.isWatched = startThread("launchhub.watch") { [self] in watch() } }
        guard state.isWatched else { return }
        state.isIsolated = state.wakesAt == nil && now - state.asleepSince >= Self.isolation
        state.wakesAt = now + Lanes.patience
        timer.set(after: Lanes.patience)
    }

    private func sleep(_ state: inout State, until time: Instant?, _ now: Instant) {
        state.wakesAt = time
        state.isIsolated = false
        if time == nil { state.asleepSince = now }
        timer.set(after: time.map { max(.milliseconds(1), $0 - now) })
    }

    private func watch() {
        var detectors: [StallDetector] = []
        var resumedAt = Instant.zero
        while true {
            waitForTimer()
            let now = clock.now
            let seen = state.withLock { state -> (due: Instant, sights: [Lanes.Sight], lanes: Int)? in
                state.isIsolated = false
                return state.wakesAt.map { ($0, state.lanes.sights, state.lanes.count) }
            }
            // The look was called off.
            guard let seen else { continue }
            if Outage.hasDelayed(seen.due, until: now) { resumedAt = now }
            while detectors.count < seen.lanes { detectors.append(StallDetector()) }
            for sight in seen.sights { look(sight, at: now, resumedAt, &detectors[sight.place]) }
            finishLook(at: now)
        }
    }

    /// Waits for the next look, in a function of its own so that profiles name the wait.
    @inline(never)
    private func waitForTimer() { timer.wait() }

    /// Tells a job that stands still.
    private func look(_ sight: Lanes.Sight, at now: Instant, _ resumedAt: Instant, _ detector: inout StallDetector) {
        let progress = sight.job.progress
        let stand = StallDetector.Sight(
            run: sight.run,
            startedAt: sight.since,
            calls: progress &- sight.progressAtStart
        )
        let stalled = detector.observe(stand, at: now, resumedAt: resumedAt)
        guard stalled >= Lanes.patience else {
            return state.withLock { $0.lanes.look(sight, at: now + Lanes.patience) }
        }
        // Before the job is told: it may ask for another look as soon as that.
        state.withLock { $0.lanes.look(sight, at: nil) }
        guard let again = sight.job.heldUp(for: stalled, at: progress) else { return }
        state.withLock { $0.lanes.look(sight, at: now + max(.zero, again - stalled)) }
    }

    /// Makes threads for jobs that wait for too long, and plans the next look.
    private func finishLook(at now: Instant) {
        let (wanted, mayMake) = state.withLock { state in
            let wanted = state.lanes.overdue(at: now).count - state.arriving
            let number = max(0, min(wanted, threadLimit - state.threads))
            state.threads += number
            state.arriving += number
            return (wanted, number)
        }
        var made = 0
        while made < mayMake, startThread("launchhub.job", { [self] in runOverdue() }) { made += 1 }
        let (starved, shortage) = state.withLock { state -> ([any HubJob], ThreadShortage?) in
            state.threads -= mayMake - made
            state.arriving -= mayMake - made
            let isShort = wanted > 0 && made == 0 && state.arriving == 0
            sleep(&state, until: state.lanes.nextLook(at: now, isHopeless: isShort && mayMake == 0), now)
            defer { state.isShort = isShort }
            guard isShort, !state.isShort else { return ([], nil) }
            state.shortages += 1
            let shortage = ThreadShortage(
                cause: mayMake > 0 ? .threadNotMade : .limitReached,
                threads: state.lanes.runningCount,
                serial: state.shortages
            )
            return (state.lanes.overdue(at: now), shortage)
        }
        if let shortage { for job in starved { job.waitsForThread(shortage) } }
    }
}
