// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices

/// Threads that run the jobs of every hub of the process, as many at a time as the machine has cores.
///
/// A job that holds its thread for more than about a millisecond while others wait is noticed by the ``Watchdog``: its
/// worker no longer counts, and another one takes its place. A listener that blocks thus costs a thread, but delays no
/// other. Threads that have had nothing to do for a few seconds end, all but one. There are never more than ``limit``.
package final class WorkerPool: HubExecutor {
    /// Runs a closure on a new named thread.
    ///
    /// Returns false if the system cannot make one.
    package typealias ThreadStarter = @Sendable (String, @escaping @Sendable () -> Void) -> Bool

    /// The pool that hubs use unless they are given another executor.
    ///
    /// Two jobs at a time, until the watchdog has asked for the number of cores: Foundation reads files for that, which the
    /// start of an app need not wait for.
    package static let shared = WorkerPool(width: 2, widthOfMachine: { ProcessInfo.processInfo.activeProcessorCount })

    /// What a worker that asks for a job is to do.
    enum Assignment {
        /// Run a job, without counting as active where it is free.
        case run(any HubJob, isFree: Bool)
        /// Stay awake a little longer, see ``LingerPolicy``.
        case linger
        /// Sleep until it is woken.
        case rest
    }

    /// Who is to run a job that has become ready.
    private enum Recruit {
        /// A worker that sleeps, or whose thread has yet to be made.
        case asleep(Worker)
        /// A worker that lingered, and looks for a job now.
        case awake
        /// A worker that is flooded with short jobs, and takes this one when its present one is over.
        case busy
        /// Nobody for the moment: as many run as are allowed.
        case nobody

        var isNobody: Bool {
            if case .nobody = self { true } else { false }
        }
    }

    private struct State {
        /// How many jobs run at a time, those that block not counted.
        var width: Int
        /// Returns how many should; nil once that is known.
        var widthOfMachine: (@Sendable () -> Int)?
        /// Whether a worker that lingers leaves a core to those that bring work; false until that is known.
        var hasSeveralCores = false
        var ready = JobQueue()
        /// Workers that wait, the one that waited least last, because its stack is still warm.
        var idle: [Worker] = []
        /// The worker that looks for a job without sleeping, and is not woken but told.
        var lingering: Worker?
        /// Every worker there is, for the watchdog.
        var workers: [Worker] = []
        /// Workers that run or look for a job and count against the width.
        var active = 0
        /// Whether the worker that asked for a job last is flooded with short ones.
        var isFlooded = false
        /// How many more than the width may run, while calls that block are being found out.
        var surge = 0
        var serial = 0
        /// Why the last worker that was needed could not be had.
        var shortage: ThreadShortage.Cause?
        var isReported = false
        var reports: UInt64 = 0

        /// Whether nothing waits and nothing runs, not even a call that does not return.
        var isAtRest: Bool { ready.isEmpty && idle.count == workers.count }
    }

    /// How many threads there may be.
    package let limit: Int
    let startThread: ThreadStarter
    private let state: Locked<State>
    private let watchdog: Watchdog
    private let runs = AtomicWord()

    /// How long a worker waits for work before it ends.
    static let patience = DispatchTimeInterval.seconds(5)

    /// How many threads there may be unless the pool is made with another number.
    package static let usualLimit = 256

    /// How long a job may go on while others wait.
    private static let turn = Duration.milliseconds(2)

    /// Makes a pool without threads; they are made when there is work.
    ///
    /// - Parameters:
    ///   - width: How many jobs run at a time, those that block not counted.
    ///   - limit: How many threads there may be, those of jobs that block included.
    ///   - widthOfMachine: Returns how many jobs run at a time from the first look of the watchdog on, on whose thread it is
    ///     called once; fewer than `width` change nothing.
    ///   - startThread: Makes a thread.
    package init(
        width: Int,
        limit: Int = WorkerPool.usualLimit,
        widthOfMachine: (@Sendable () -> Int)? = nil,
        startThread: @escaping ThreadStarter = { SystemThread.start($0, $1) }
    ) {
        let hasSeveralCores = widthOfMachine == nil && width > 1
        state = Locked(State(width: width, widthOfMachine: widthOfMachine, hasSeveralCores: hasSeveralCores))
        self.limit = max(width, limit)
        self.startThread = startThread
        watchdog = Watchdog(startThread: startThread)
    }

    package var isManual: Bool { false }

    /// How often the watchdog was woken since the pool was made.
    package var watchdogWakeups: UInt64 { watchdog.wakeupCount }

    /// How many threads there are at the moment.
    package var threadCount: Int { state.withLock { $0.workers.count } }

    // MARK: - Submitting

    package func submit(_ job: any HubJob) {
        // What a job makes ready mostly runs when that job is over, on the same thread: no other has to be woken.
        if let worker = Worker.current, worker.belongs(to: self), worker.leave(job) {
            relyOnLook()
            return
        }
        let recruit = state.withLock { state in
            state.ready.append(job)
            // A second worker would find nothing left when it is awake, and take the core of whoever brings the jobs.
            if state.isFlooded, state.active > 0, state.ready.count == 1 { return Recruit.busy }
            return findWorker(&state)
        }
        if case .busy = recruit { return relyOnLook() }
        start(recruit)
        watchdog.attend(self, within: recruit.isNobody ? .zero : nil)
    }

    /// Makes sure of a look that makes up for a job that goes on although another one was left to its worker.
    @inline(__always)
    func relyOnLook() {
        if !watchdog.isFine { watchdog.attend(self, within: WatchSchedule.finest) }
    }

    package func submit(_ jobs: [any HubJob]) {
        guard jobs.count > 1 else {
            if let job = jobs.first { submit(job) }
            return
        }
        let recruits = state.withLock { state in
            jobs.map { job in
                state.ready.append(job)
                return findWorker(&state)
            }
        }
        for recruit in recruits { start(recruit) }
        watchdog.attend(self, within: recruits.contains(where: \.isNobody) ? .zero : nil)
    }

    /// Reserves a worker for a job that has just become ready, unless as many run as are allowed.
    private func findWorker(_ state: inout State) -> Recruit {
        guard state.active < state.width + state.surge else { return .nobody }
        if let worker = state.lingering.take() {
            state.active += 1
            worker.endLingering()
            return .awake
        }
        if let worker = state.idle.popLast() {
            state.active += 1
            return .asleep(worker)
        }
        guard state.workers.count < limit else {
            state.shortage = .limitReached
            return .nobody
        }
        state.active += 1
        state.serial += 1
        let worker = Worker(name: "hub.worker.\(state.serial)", pool: self)
        state.workers.append(worker)
        return .asleep(worker)
    }

    /// Wakes a worker that was recruited; what it was to run stays ready where it has no thread.
    private func start(_ recruit: Recruit) {
        guard case .asleep(let worker) = recruit, !worker.wake() else { return }
        state.withLock { state in
            state.active -= 1
            state.workers.removeAll { $0 === worker }
            state.shortage = .threadNotMade
        }
    }

    // MARK: - For workers

    @inline(__always)
    func countRun() {
        runs.add(1)
    }

    /// How many jobs were begun.
    var runCount: UInt64 { runs.load() }

    /// Takes the next job, or puts the worker to rest.
    ///
    /// - Parameters:
    ///   - worker: The worker that asks; it counts as active unless it was set free.
    ///   - preferred: A job that should run on this thread at once.
    ///   - wasFreed: Whether the watchdog set the worker free during its last job.
    ///   - mayLinger: Whether the worker's ``LingerPolicy`` lets it stay awake.
    ///   - isFlooded: Whether jobs come too fast for the worker to take them one by one.
    /// - Returns: What the worker is to do.
    func nextJob(
        for worker: Worker,
        preferred: (any HubJob)?,
        wasFreed: Bool,
        mayLinger: Bool,
        isFlooded: Bool
    ) -> Assignment {
        var substitute = Recruit.nobody
        var isAtRest = false
        let next: Assignment = state.withLock { state in
            state.isFlooded = isFlooded && !wasFreed
            if let preferred { state.ready.append(preferred) }
            if wasFreed {
                guard state.active < state.width + state.surge else {
                    // The place is taken.
                    state.idle.insert(worker, at: 0)
                    return .rest
                }
                state.active += 1
            } else if state.active > state.width + state.surge {
                state.active -= 1
                state.idle.append(worker)
                return .rest
            }
            guard let job = state.ready.popFirst() else {
                state.active -= 1
                if mayLinger, state.hasSeveralCores, state.lingering == nil {
                    worker.beginLingering()
                    state.lingering = worker
                    return .linger
                }
                state.idle.append(worker)
                isAtRest = state.isAtRest
                return .rest
            }
            guard job.needsOwnThread else { return .run(job, isFree: false) }
            state.active -= 1
            if !state.ready.isEmpty { substitute = findWorker(&state) }
            return .run(job, isFree: true)
        }
        start(substitute)
        if isAtRest { watchdog.standDown(self) }
        // A job that was left behind because the place is taken must not wait for a place that is never given back.
        if case .rest = next, preferred != nil { watchdog.attend(self, within: .zero) }
        return next
    }

    /// Puts a worker to rest that has lingered in vain.
    ///
    /// - Returns: False if somebody has just recruited it, so that it must go on.
    func putToRest(_ worker: Worker) -> Bool {
        let (isIdle, isAtRest) = state.withLock { state in
            guard state.lingering === worker else { return (false, false) }
            state.lingering = nil
            state.idle.append(worker)
            return (true, state.isAtRest)
        }
        if isAtRest { watchdog.standDown(self) }
        return isIdle
    }

    /// Whether there is one worker only, which stays for as long as the process does.
    var isLast: Bool { state.withLock { $0.workers.count == 1 } }

    /// Takes a worker off the list because it waited long enough.
    ///
    /// - Returns: False if it is the last one, or somebody has just recruited it, so that it must go on.
    func retire(_ worker: Worker) -> Bool {
        state.withLock { state in
            guard state.workers.count > 1 else { return false }
            guard let place = state.idle.firstIndex(where: { $0 === worker }) else { return false }
            state.idle.remove(at: place)
            state.workers.removeAll { $0 === worker }
            return true
        }
    }

    // MARK: - For the watchdog

    /// Whether a job waits for a thread that a look could find for it.
    var hasWaiting: Bool {
        let (isReady, workers) = state.withLock { state in
            let isHopeless = state.isReported && state.shortage == .limitReached
            return (!state.ready.isEmpty && !isHopeless, state.workers)
        }
        return isReady || workers.contains { $0.sight?.hasNext ?? false }
    }

    /// Whether nothing waits and nothing runs, not even a call that does not return.
    var isAtRest: Bool { state.withLock { $0.isAtRest } }

    /// Whether a job waits, or a worker that counts is at one.
    var needsAttention: Bool {
        state.withLock { !$0.ready.isEmpty || $0.active > 0 }
    }

    /// Looks at every worker: sets all whose jobs stand still free at once, and asks others for their threads if jobs
    /// wait.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - resumedAt: When the process ran again after it had been stopped.
    ///   - detectors: What earlier looks have seen, worker by worker; updated by this look.
    /// - Returns: What was seen, which decides when the next look is due.
    func look(
        at now: Instant,
        resumedAt: Instant = .zero,
        _ detectors: inout [ObjectIdentifier: StallDetector]
    ) -> WatchSchedule.Findings {
        var findings = WatchSchedule.Findings()
        let (workers, isWaitedFor, widthOfMachine) = state.withLock { state in
            (state.workers, !state.ready.isEmpty, state.widthOfMachine)
        }
        if let widthOfMachine {
            let width = widthOfMachine()
            state.withLock { state in
                state.width = max(state.width, width)
                state.hasSeveralCores = width > 1
                state.widthOfMachine = nil
            }
        }
        var freed = 0
        var left: [any HubJob] = []
        for worker in workers {
            guard let sight = worker.sight else { continue }
            let stalled = detectors[ObjectIdentifier(worker), default: StallDetector()]
                .observe(sight.stand, at: now, resumedAt: resumedAt)
            if stalled >= WatchSchedule.finest {
                if !sight.isFree, worker.setFree(of: sight.job) { freed += 1 }
                if let next = worker.removeNext() { left.append(next) }
                if let again = sight.job.heldUp(for: stalled, at: sight.progress) {
                    findings.deadline = min(findings.deadline ?? .seconds(3_600), max(.zero, again - stalled))
                }
                continue
            }
            findings.isBusy = true
            if sight.hasNext {
                if now - sight.stand.startedAt >= WatchSchedule.finest, let next = worker.removeNext() {
                    left.append(next)
                } else {
                    findings.isShort = true
                }
            }
            if isWaitedFor, now - sight.stand.startedAt >= Self.turn { sight.job.yieldSoon() }
        }
        if detectors.count > workers.count {
            let alive = Set(workers.map(ObjectIdentifier.init))
            detectors = detectors.filter { alive.contains($0.key) }
        }
        if !left.isEmpty { state.withLock { state in for job in left { state.ready.append(job) } } }
        if replace(freed) { findings.isShort = true }
        return findings
    }

    /// Lets other workers take the places of those that were set free.
    ///
    /// Where all that were added stand still as well, twice as many are added the next time: a thousand listeners that
    /// hang at once hold a healthy one up for ten looks and not for a thousand.
    ///
    /// - Returns: True if jobs still wait.
    private func replace(_ freed: Int) -> Bool {
        var recruited: [Recruit] = []
        let isShort = state.withLock { state in
            state.active -= freed
            state.isFlooded = false
            guard !state.ready.isEmpty else {
                state.surge = 0
                state.shortage = nil
                state.isReported = false
                return false
            }
            state.surge = freed > 0 ? min(limit, max(2, state.surge * 2)) : 0
            state.shortage = nil
            for _ in 0..<state.ready.count {
                let recruit = findWorker(&state)
                if recruit.isNobody { break }
                recruited.append(recruit)
            }
            return true
        }
        for recruit in recruited { start(recruit) }
        return isShort && !report()
    }

    /// Reports that jobs wait although no more threads can be had, once until none waits any more.
    ///
    /// - Returns: True if looking again would change nothing: a job runs as soon as a call returns.
    private func report() -> Bool {
        let (starved, shortage, isHopeless) = state.withLock { state -> ([any HubJob], ThreadShortage?, Bool) in
            guard let cause = state.shortage, state.active == 0 || cause == .threadNotMade else {
                return ([], nil, false)
            }
            let isHopeless = cause == .limitReached
            guard !state.isReported, !state.ready.isEmpty else { return ([], nil, isHopeless) }
            state.isReported = true
            state.reports += 1
            let shortage = ThreadShortage(cause: cause, threads: state.workers.count, serial: state.reports)
            return (state.ready.all, shortage, isHopeless)
        }
        if let shortage { for job in starved { job.waitsForThread(shortage) } }
        return isHopeless
    }
}
