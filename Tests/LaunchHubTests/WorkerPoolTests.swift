// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import Testing

struct WorkerPoolTests {
    /// A job that runs a closure, which may hold its thread.
    private final class Job: HubJob {
        private let body: @Sendable () -> Void
        /// The number of looks of one that gets on at each of them, so that it is never found to block.
        private let looks = Locked<UInt64>(0)
        private let isBusy: Bool

        init(isBusy: Bool = false, _ body: @escaping @Sendable () -> Void) {
            self.isBusy = isBusy
            self.body = body
        }

        func run() -> (any HubJob)? {
            body()
            return nil
        }

        var progress: UInt64 {
            looks.withLock { looks in
                if isBusy { looks += 1 }
                return looks
            }
        }
    }

    @Test func everyJobIsRunWhetherAWorkerSleepsOrIsAtWork() {
        let pool = WorkerPool(width: 2)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2_000 { pool.submit(Job { done.signal() }) }
        }
        #expect(done.isSignalled(times: 8_000))
        // One at a time: each finds the workers somewhere else between awake and asleep.
        for _ in 0..<2_000 {
            pool.submit(Job { done.signal() })
            guard done.isSignalled() else {
                Issue.record("a job that was submitted alone was not run")
                return
            }
        }
    }

    /// A worker without a job stays awake for a moment, sometimes: a job that comes just when it falls asleep is run as well.
    @Test func everyJobIsRunWhenAWorkerIsAboutToFallAsleep() {
        let pool = WorkerPool(width: 2)
        let clock = SystemClock()
        let done = DispatchSemaphore(value: 0)
        for round in 0..<20_000 {
            pool.submit(Job { done.signal() })
            guard done.isSignalled() else {
                Issue.record("the job of round \(round) was not run")
                return
            }
            // Gaps from none to more than a worker lingers, each some hundred times; too short to sleep for.
            let next = clock.now + LingerPolicy.longest * (round % 128) / 96
            while clock.now < next {}
        }
    }

    @Test func jobsThatHoldEveryThreadOfThePoolHoldUpNobodyElse() {
        let pool = WorkerPool(width: 2)
        let release = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let blocker: @Sendable () -> Void = {
            release.wait()
            ended.signal()
        }
        pool.submit([Job(blocker), Job(blocker), Job(blocker), Job { done.signal() }])
        #expect(done.isSignalled())
        for _ in 0..<100 {
            pool.submit(Job { done.signal() })
            guard done.isSignalled() else {
                Issue.record("a job waits for those that hold the threads")
                break
            }
        }
        for _ in 0..<3 { release.signal() }
        #expect(ended.isSignalled(times: 3))
    }

    /// A worker that is flooded with short jobs gets the next one as well; where its present one turns out to be long, that one
    /// runs elsewhere.
    @Test func noJobWaitsForACallBehindAFlood() {
        let pool = WorkerPool(width: 2)
        let clock = SystemClock()
        let done = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        for round in 0..<100 {
            // Jobs a microsecond or less apart, each of which is over when the next one comes.
            for _ in 0..<500 {
                let next = clock.now + .nanoseconds(1_000)
                pool.submit(Job { done.signal() })
                while clock.now < next {}
            }
            let release = DispatchSemaphore(value: 0)
            pool.submit(
                Job {
                    begun.signal()
                    release.wait()
                    done.signal()
                }
            )
            let isBegun = begun.isSignalled()
            pool.submit(Job { release.signal() })
            guard isBegun, done.isSignalled(times: 501) else {
                Issue.record("in round \(round), a job waits for the one that waits for it")
                return
            }
        }
    }

    /// The number of cores is asked for once, by the watchdog and not by whoever makes the pool.
    @Test(arguments: [(1, 3, 3), (2, 1, 2)])
    func asManyJobsRunAsTheMachineHasCores(_ width: Int, _ cores: Int, _ count: Int) {
        let asked = Locked(0)
        let pool = WorkerPool(
            width: width,
            widthOfMachine: {
                asked.withLock { $0 += 1 }
                return cores
            }
        )
        #expect(asked.withLock { $0 } == 0)
        let begun = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            let job: @Sendable () -> Void = {
                begun.signal()
                release.wait()
            }
            pool.submit((0..<count).map { _ in Job(isBusy: true, job) })
            #expect(begun.isSignalled(times: count))
            for _ in 0..<count { release.signal() }
        }
        #expect(asked.withLock { $0 } <= 1)
    }
}

extension DispatchSemaphore {
    /// Whether it is signalled so many times, each within five minutes.
    fileprivate func isSignalled(times: Int = 1) -> Bool {
        (0..<times).allSatisfy { _ in wait(timeout: .now() + .seconds(600)) == .success }
    }
}
