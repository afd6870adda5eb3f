// SPDX-License-Identifier: Apache-2.0

import CAtomics
import Dispatch
import HubServices

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One thread of the pool.
final class Worker: Sendable {
    private struct Slot {
        var job: (any HubJob)?
        /// Whether the job no longer counts against the pool's width.
        var isFree = false
        var hasThread = false
        /// Counts the jobs that were begun.
        var run: UInt64 = 0
        var startedAt = Instant.zero
        var progressAtStart: UInt64 = 0
        /// A job that the present one has made ready: it runs next, on this thread.
        var next: (any HubJob)?
    }

    /// A worker at a job, as the watchdog sees it.
    struct Sight {
        let job: any HubJob
        let isFree: Bool
        let progress: UInt64
        let stand: StallDetector.Sight
        let hasNext: Bool
    }

    private let name: String
    private let pool: WorkerPool
    private let clock = SystemClock()
    private let semaphore = DispatchSemaphore(value: 0)
    private let slot = Locked(Slot())
    /// Not zero while the worker lingers and nobody has recruited it.
    private let lingers = AtomicWord()
    /// When somebody woke the worker, in nanoseconds on its clock.
    private let wokenAt = AtomicWord()
    /// The quality of service of the thread that has woken the worker.
    private let quality = AtomicWord()

    init(name: String, pool: WorkerPool) {
        self.name = name
        self.pool = pool
    }

    // MARK: - The worker of a thread

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The worker whose thread this is, or nil on every other thread.
    @inline(__always)
    static var current: Worker? {
        // A worker lives at least as long as its thread: the thread's closure holds it.
        pthread_getspecific(key).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns whether the worker belongs to a pool.
    @inline(__always)
    func belongs(to pool: WorkerPool) -> Bool { self.pool === pool }

    // MARK: - For the pool

    /// Lets the worker look for a job; its thread is made at the first call.
    ///
    /// - Returns: False if the system made no thread for it.
    func wake() -> Bool {
        quality.store(CallerQuality.ofThisThread)
        let isNew = slot.withLock { slot in
            defer { slot.hasThread = true }
            return !slot.hasThread
        }
        guard isNew else {
            wokenAt.store(UInt64(bitPattern: clock.now.nanoseconds))
            semaphore.signal()
            return true
        }
        return pool.startThread(name) { [self] in loop() }
    }

    /// Keeps the worker awake; called by itself.
    func beginLingering() { lingers.store(1) }

    /// Lets the worker look for a job, where ``wake()`` would if it slept.
    func endLingering() {
        quality.store(CallerQuality.ofThisThread)
        lingers.store(0)
    }

    /// Leaves a job to be run when the present one has returned.
    ///
    /// - Returns: False if there is one already, or where the present job holds the thread for long.
    func leave(_ job: any HubJob) -> Bool {
        slot.withLock { slot in
            guard slot.job != nil, slot.next == nil, !slot.isFree else { return false }
            slot.next = job
            return true
        }
    }

    // MARK: - For the watchdog

    /// The job that the worker runs and its progress, or nil if it rests.
    var sight: Sight? {
        slot.withLock { slot in
            guard let job = slot.job else { return nil }
            let progress = job.progress
            let stand = StallDetector.Sight(
                run: slot.run,
                startedAt: slot.startedAt,
                calls: progress &- slot.progressAtStart
            )
            return Sight(job: job, isFree: slot.isFree, progress: progress, stand: stand, hasNext: slot.next != nil)
        }
    }

    /// Marks the worker's job as one that does not count.
    ///
    /// - Returns: False if the worker has finished that job, or was set free before.
    func setFree(of job: any HubJob) -> Bool {
        slot.withLock { slot in
            guard slot.job === job, !slot.isFree else { return false }
            slot.isFree = true
            return true
        }
    }

    /// Takes the job that was left to the worker, so that another thread can run it.
    func removeNext() -> (any HubJob)? {
        slot.withLock { $0.next.take() }
    }

    // MARK: - The thread

    /// The state after a job has returned.
    private struct Sequel {
        /// The job that should run next on this thread.
        var job: (any HubJob)?
        /// The job that should run after that.
        var later: (any HubJob)?
        /// Whether the watchdog has set the worker free meanwhile.
        var wasFreed = false
    }

    private func loop() {
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        CallerQuality.adopt(quality.load())
        var sequel = Sequel()
        /// How many jobs were run one after the other without a look at what else is ready.
        var chain = 0
        var policy = LingerPolicy()
        while true {
            if let job = sequel.job, !sequel.wasFreed, chain < Self.longestChain, !job.needsOwnThread {
                chain += 1
                sequel = run(job, isFree: false, before: sequel.later)
                continue
            }
            chain = 0
            if let later = sequel.later { pool.submit(later) }
            let assignment = pool.nextJob(
                for: self,
                preferred: sequel.job,
                wasFreed: sequel.wasFreed,
                mayLinger: policy.allowsLingering,
                isFlooded: policy.isFlooded
            )
            if case .run(let job, let isFree) = assignment {
                policy.tookJob()
                sequel = run(job, isFree: isFree, before: nil)
                continue
            }
            sequel = Sequel()
            var hasLingered = false
            if case .linger = assignment {
                if let time = linger(for: policy.patience, gathering: policy.gathering) {
                    policy.foundJob(after: time)
                    continue
                }
                hasLingered = true
            }
            let fellAsleepAt = clock.now
            guard waitForWork() else { break }
            let wokenAt = Instant(nanoseconds: Int64(bitPattern: wokenAt.load()))
            policy.slept(for: wokenAt - fellAsleepAt, wokeIn: clock.now - wokenAt, hasLingered: hasLingered)
        }
        slot.withLock { $0.hasThread = false }
    }

    private static let longestChain = 16

    /// Runs a job on this thread.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - isFree: Whether the job runs without counting as active.
    ///   - next: The job that is left to the worker, as with ``leave(_:)``. A stage that has more to do and a mailbox
    ///     that it has filled take turns on one thread this way, where two threads would compete for each other's
    ///     locks.
    /// - Returns: What to run next on this thread, and whether the watchdog has set the worker free meanwhile.
    private func run(_ job: any HubJob, isFree: Bool, before next: (any HubJob)?) -> Sequel {
        let now = clock.now
        slot.withLock { slot in
            slot.job = job
            slot.isFree = isFree
            slot.run &+= 1
            slot.startedAt = now
            slot.progressAtStart = job.progress
            slot.next = next
        }
        if next != nil { pool.relyOnLook() }
        pool.countRun()
        let follower = withAutoreleasePool { job.run() }
        let (wasFreed, left) = slot.withLock { slot in
            slot.job = nil
            return (slot.isFree, slot.next.take())
        }
        return follower == nil
            ? Sequel(job: left, wasFreed: wasFreed) : Sequel(job: follower, later: left, wasFreed: wasFreed)
    }

    /// Looks for work without sleeping, in a function of its own so that profiles name the wait.
    ///
    /// - Parameters:
    ///   - patience: For how long.
    ///   - gathering: How long it is at least until the worker goes on, although work has come.
    /// - Returns: How long it took until work came; nil if none has come, and the worker is to sleep.
    @inline(never)
    private func linger(for patience: Duration, gathering: Duration) -> Duration? {
        let began = clock.now
        var time = Duration.zero
        while lingers.load() != 0 {
            time = clock.now - began
            if time >= patience {
                if pool.putToRest(self) { return nil }
                break
            }
            for _ in 0..<Self.pauses { launchhub_pause() }
        }
        while clock.now - began < gathering { launchhub_pause() }
        CallerQuality.adopt(quality.load())
        return time
    }

    /// How often a worker that lingers pauses between two looks, which take the word from the core of whoever writes it.
    private static let pauses = 4

    /// Waits for work, in a function of its own so that profiles name the wait.
    @inline(never)
    private func waitForWork() -> Bool {
        while true {
            // Nobody would be served by a thread that ends and is made again for the next event, and it would wake for that.
            if pool.isLast {
                semaphore.wait()
                break
            }
            if semaphore.wait(timeout: .now() + WorkerPool.patience) == .success { break }
            if pool.retire(self) { return false }
            // It is the last one now, or somebody recruited it a moment ago: the signal is on its way.
        }
        CallerQuality.adopt(quality.load())
        return true
    }
}
