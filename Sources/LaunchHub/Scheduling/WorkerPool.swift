// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices

/// Threads that run the jobs of every hub of the process, as many at a time as the machine has cores.
///
/// A job that holds its thread for more than about a millisecond is noticed by the ``Watchdog``: its worker no longer
/// counts, and another one takes the place. So a listener that blocks costs a thread, but costs nobody any time. Threads
/// that have had nothing to do for a few seconds end.
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
        var serial = 0
    }

    private let width: Int
    private let state = Locked(State())
    private let watchdog = Watchdog()

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
        // Where nobody is called all are at work, and then the watchdog is awake.
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
    fileprivate func nextJob(
        for worker: Worker,
        preferred: (any HubJob)?,
        wasFreed: Bool
    ) -> (job: any HubJob, isFree: Bool)? {
        var substitute: Worker?
        let next: (job: any HubJob, isFree: Bool)? = state.withLock { state in
            if wasFreed {
                guard state.active < width else {
                    // The place is taken: whatever is preferred waits its turn like everything else.
                    if let preferred { state.ready.append(preferred) }
                    state.idle.insert(worker, at: 0)
                    return nil
                }
                state.active += 1
            }
            guard let job = preferred ?? state.ready.popFirst() else {
                state.active -= 1
                state.idle.append(worker)
                return nil
            }
            guard job.needsOwnThread else { return (job, false) }
            state.active -= 1
            if !state.ready.isEmpty { substitute = recruit(&state) }
            return (job, true)
        }
        substitute?.wake()
        return next
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
            guard let next = pool.nextJob(for: self, preferred: preferred, wasFreed: wasFreed) else {
                preferred = nil
                wasFreed = false
                guard waitForWork() else { break }
                continue
            }
            slot.withLock { slot in
                slot.job = next.job
                slot.isFree = next.isFree
            }
            preferred = next.job.run()
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
