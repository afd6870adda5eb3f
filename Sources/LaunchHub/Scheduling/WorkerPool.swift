// SPDX-License-Identifier: Apache-2.0

import CAtomics
import Dispatch
import Foundation
import HubServices

/// Threads that run the jobs of every hub of the process, as many at a time as the machine has cores.
///
/// A job that holds its thread for more than about a millisecond is noticed by the ``Watchdog``: its worker no longer
/// counts, and another one takes the place. So a listener that blocks costs a thread, but costs nobody any time. Threads
/// that have had nothing to do for a few seconds end.
///
/// One worker at a time looks around for another job before it goes to sleep, for about as long as waking it would take.
/// In a busy period, and between a request and its answer, nobody pays for waking a thread that has just lain down.
package final class WorkerPool: HubExecutor {
    /// The pool that hubs use unless they are given another executor.
    package static let shared = WorkerPool(width: max(2, ProcessInfo.processInfo.activeProcessorCount))

    private struct State {
        var ready = JobQueue()
        /// Workers that wait, the one that waited least last, because its stack is still warm.
        var idle: [Worker] = []
        /// Every worker there is, for the watchdog.
        var workers: [Worker] = []
        /// Workers that run or look for a job and count against the width.
        var active = 0
        /// True where one of them looks around for a job: it will find the next one without being woken.
        var isSearching = false
        var serial = 0
    }

    private let width: Int
    private let state = Locked(State())
    private let watchdog = Watchdog()
    private let beacon = Beacon()
    /// False where looking around would only keep the one processor from whoever brings the job.
    private let canSearch = ProcessInfo.processInfo.activeProcessorCount > 1

    /// How long a worker looks around before it sleeps: about what putting a thread to sleep and waking it costs.
    private static let search = Duration.microseconds(20)

    /// How long a worker waits for work before it ends.
    private static let patience = DispatchTimeInterval.seconds(5)

    package init(width: Int) {
        self.width = width
    }

    package var isManual: Bool { false }

    package func submit(_ job: any HubJob) {
        let worker = state.withLock { state in
            state.ready.append(job)
            return recruit(&state)
        }
        // Where nobody is woken somebody is awake, and then so is the watchdog.
        guard let worker else { return }
        worker.wake()
        watchdog.attend(self)
    }

    package func submit(_ jobs: [any HubJob]) {
        var woken: [Worker] = []
        state.withLock { state in
            for job in jobs {
                state.ready.append(job)
                if let worker = recruit(&state) { woken.append(worker) }
            }
        }
        guard !woken.isEmpty else { return }
        for worker in woken { worker.wake() }
        watchdog.attend(self)
    }

    /// Takes a worker for a job that has just become ready, unless as many run as there may.
    private func recruit(_ state: inout State) -> Worker? {
        if state.isSearching {
            beacon.light()
            guard state.ready.count > 1 else { return nil }
        }
        guard state.active < width else { return nil }
        state.active += 1
        if let worker = state.idle.popLast() { return worker }
        state.serial += 1
        let worker = Worker(name: "launchhub.worker.\(state.serial)", pool: self)
        state.workers.append(worker)
        return worker
    }

    // MARK: - For workers

    /// Takes the next job, or puts the worker to rest.
    ///
    /// - Parameters:
    ///   - worker: The worker that asks; it counts as active unless it was set free.
    ///   - preferred: A job that should run on this thread at once.
    ///   - wasFreed: True where the watchdog set the worker free during its last job.
    fileprivate func nextJob(for worker: Worker, preferred: (any HubJob)?, wasFreed: Bool) -> Assignment {
        let next = assign(worker, preferred: preferred, wasFreed: wasFreed, hasSearched: false)
        guard case .search = next else { return next }
        lookAround()
        return assign(worker, preferred: nil, wasFreed: false, hasSearched: true)
    }

    private func assign(
        _ worker: Worker,
        preferred: (any HubJob)?,
        wasFreed: Bool,
        hasSearched: Bool
    ) -> Assignment {
        var substitute: Worker?
        let next: Assignment = state.withLock { state in
            if hasSearched { state.isSearching = false }
            if wasFreed {
                guard state.active < width else {
                    // The place is taken: whatever is preferred waits its turn like everything else.
                    if let preferred { state.ready.append(preferred) }
                    state.idle.insert(worker, at: 0)
                    return .rest
                }
                state.active += 1
            }
            guard let job = preferred ?? state.ready.popFirst() else {
                if canSearch, !hasSearched, !state.isSearching {
                    state.isSearching = true
                    beacon.putOut()
                    return .search
                }
                state.active -= 1
                state.idle.append(worker)
                return .rest
            }
            guard job.needsOwnThread else { return .job(job, isFree: false) }
            state.active -= 1
            if !state.ready.isEmpty { substitute = recruit(&state) }
            return .job(job, isFree: true)
        }
        substitute?.wake()
        return next
    }

    /// Where a worker looks for work before it sleeps; named so that a profile shows it for what it is.
    @inline(never)
    private func lookAround() {
        let clock = SystemClock()
        let end = clock.now + Self.search
        repeat {
            for _ in 0..<16 {
                if beacon.isLit { return }
                launchhub_pause()
            }
        } while clock.now < end
    }

    /// Takes a worker off the list because it waited long enough.
    ///
    /// - Returns: False where somebody has just recruited it, so that it must go on.
    fileprivate func retire(_ worker: Worker) -> Bool {
        state.withLock { state in
            guard let place = state.idle.firstIndex(where: { $0 === worker }) else { return false }
            state.idle.remove(at: place)
            state.workers.removeAll { $0 === worker }
            return true
        }
    }

    // MARK: - For the watchdog

    /// The workers there are at the moment.
    var workers: [Worker] { state.withLock { $0.workers } }

    /// True where a worker runs or a job waits.
    var isBusy: Bool {
        state.withLock { $0.idle.count < $0.workers.count }
    }

    /// Lets another worker take the place of one whose job does not get on.
    func free(_ worker: Worker, of job: any HubJob) {
        guard worker.setFree(of: job) else { return }
        let substitute = state.withLock { state in
            state.active -= 1
            return state.ready.isEmpty ? nil : recruit(&state)
        }
        substitute?.wake()
    }
}

/// What a worker does next.
private enum Assignment {
    /// Run a job; a free one does not count against the pool's width.
    case job(any HubJob, isFree: Bool)
    /// Look around for a while.
    case search
    /// Sleep until somebody calls.
    case rest
}

/// The word that a worker looks at while it looks around.
///
/// Unchecked: the word is only touched by atomic operations; the job itself is handed over under the pool's lock.
private struct Beacon: @unchecked Sendable {
    // Never freed: there is one for each pool, and pools live as long as the process.
    private let word: UnsafeMutablePointer<UInt64> = {
        let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        word.initialize(to: 0)
        return word
    }()

    @inline(__always)
    var isLit: Bool { launchhub_load_relaxed(word) != 0 }

    func light() {
        launchhub_store_relaxed(word, 1)
    }

    func putOut() {
        launchhub_store_relaxed(word, 0)
    }
}

/// One thread of the pool.
final class Worker: Sendable {
    private struct Slot {
        var job: (any HubJob)?
        /// True where the job no longer counts against the pool's width.
        var isFree = false
        var thread: Thread?
    }

    private let name: String
    private let pool: WorkerPool
    private let semaphore = DispatchSemaphore(value: 0)
    private let slot = Locked(Slot())

    init(name: String, pool: WorkerPool) {
        self.name = name
        self.pool = pool
    }

    /// Lets the worker look for a job; its thread is made at the first call.
    func wake() {
        let isNew = slot.withLock { slot in
            guard slot.thread == nil else { return false }
            slot.thread = Thread { [self] in loop() }
            return true
        }
        guard isNew else {
            semaphore.signal()
            return
        }
        slot.withLock { slot in
            slot.thread?.name = name
            slot.thread?.stackSize = 8 << 20
            slot.thread?.start()
        }
    }

    /// What the worker runs at the moment.
    var current: (any HubJob)? { slot.withLock { $0.job } }

    /// Marks the worker's job as one that does not count.
    ///
    /// - Returns: False where the worker has finished that job, or was set free before.
    func setFree(of job: any HubJob) -> Bool {
        slot.withLock { slot in
            guard slot.job === job, !slot.isFree else { return false }
            slot.isFree = true
            return true
        }
    }

    private func loop() {
        var preferred: (any HubJob)?
        var wasFreed = false
        while true {
            guard case .job(let job, let isFree) = pool.nextJob(for: self, preferred: preferred, wasFreed: wasFreed)
            else {
                preferred = nil
                wasFreed = false
                guard waitForWork() else { break }
                continue
            }
            slot.withLock { slot in
                slot.job = job
                slot.isFree = isFree
            }
            preferred = job.run()
            wasFreed = slot.withLock { slot in
                slot.job = nil
                return slot.isFree
            }
        }
        slot.withLock { $0.thread = nil }
    }

    /// Where an idle worker sleeps; named so that a profile shows it for what it is.
    @inline(never)
    private func waitForWork() -> Bool {
        while semaphore.wait(timeout: .now() + .seconds(5)) == .timedOut {
            if pool.retire(self) { return false }
            // Somebody recruited this worker a moment ago: the signal is on its way.
        }
        return true
    }
}

/// Jobs in the order in which they came; taking one out moves nothing.
private struct JobQueue {
    private var jobs: [(any HubJob)?] = []
    private var head = 0

    var isEmpty: Bool { head == jobs.count }

    var count: Int { jobs.count - head }

    mutating func append(_ job: any HubJob) {
        jobs.append(job)
    }

    mutating func popFirst() -> (any HubJob)? {
        guard head < jobs.count else { return nil }
        let job = jobs[head]
        jobs[head] = nil
        head += 1
        if head == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= jobs.count {
            jobs.removeFirst(head)
            head = 0
        }
        return job
    }
}
