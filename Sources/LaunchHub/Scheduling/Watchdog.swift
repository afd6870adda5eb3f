// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices

/// Looks once a millisecond at what the workers are at, for as long as any of them is at something.
///
/// A job that stands still from one tick to the next gets its thread to itself, and is told for how long it has stood
/// still, which is how lanes keep their budget: reading a clock for every event would cost more than the event.
final class Watchdog: Sendable {
    private struct State {
        var isAwake = false
        var hasThread = false
    }

    private let state = Locked(State())
    private let semaphore = DispatchSemaphore(value: 0)
    private let clock = SystemClock()

    /// The time between two looks.
    private static let tickMicroseconds: UInt32 = 1_000

    /// How many ticks without work pass before the watchdog sleeps until it is called.
    private static let idleTicksBeforeSleep = 64

    /// Makes sure that somebody looks at the pool.
    func attend(_ pool: WorkerPool) {
        let (wasAsleep, needsThread) = state.withLock { state in
            let wasAsleep = !state.isAwake
            let needsThread = !state.hasThread
            state.isAwake = true
            state.hasThread = true
            return (wasAsleep, needsThread)
        }
        guard wasAsleep else { return }
        guard needsThread else {
            semaphore.signal()
            return
        }
        let thread = Thread { [self, pool] in loop(pool) }
        thread.name = "launchhub.watchdog"
        thread.start()
    }

    private func loop(_ pool: WorkerPool) {
        var detectors: [ObjectIdentifier: StallDetector] = [:]
        var idleTicks = 0
        while true {
            sleepUntilNextTick()
            let workers = pool.workers
            var isBusy = false
            for worker in workers {
                let job = worker.current
                if job != nil { isBusy = true }
                look(at: worker, job, pool, &detectors[ObjectIdentifier(worker), default: StallDetector()])
            }
            if detectors.count > workers.count {
                let alive = Set(workers.map(ObjectIdentifier.init))
                detectors = detectors.filter { alive.contains($0.key) }
            }
            idleTicks = isBusy ? 0 : idleTicks + 1
            guard idleTicks > Self.idleTicksBeforeSleep else { continue }
            idleTicks = 0
            state.withLock { $0.isAwake = false }
            // A job may have come in before the flag was down: only then does a worker count as busy here.
            if pool.isBusy, state.withLock({ wake($0.isAwake, &$0) }) { continue }
            semaphore.wait()
        }
    }

    /// Takes the flag back unless somebody has raised it, and so has sent a signal, in the meantime.
    private func wake(_ isAwake: Bool, _ state: inout State) -> Bool {
        guard !isAwake else { return false }
        state.isAwake = true
        return true
    }

    private func look(at worker: Worker, _ job: (any HubJob)?, _ pool: WorkerPool, _ detector: inout StallDetector) {
        let progress = job?.progress ?? 0
        let stalled = detector.observe(job: job.map(ObjectIdentifier.init), progress: progress, at: clock.now)
        guard let job, let stalled else { return }
        pool.free(worker, of: job)
        job.heldUp(for: stalled, at: progress)
    }

    /// Where the watchdog sleeps; named so that a profile shows it for what it is.
    @inline(never)
    private func sleepUntilNextTick() {
        usleep(Self.tickMicroseconds)
    }
}
