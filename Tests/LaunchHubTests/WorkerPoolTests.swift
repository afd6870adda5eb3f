// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import Testing

struct WorkerPoolTests {
    /// A job that tells when it was run, and can be made to hold its thread until it is let go.
    private final class Job: HubJob {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        func run() -> (any HubJob)? {
            body()
            return nil
        }

        var progress: UInt64 { 0 }
    }

    @Test(.timeLimit(.minutes(10)))
    func everyJobIsRunWhetherAWorkerSleepsOrIsAtWork() {
        let pool = WorkerPool(width: 2)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2_000 { pool.submit(Job { done.signal() }) }
        }
        for _ in 0..<8_000 { done.wait() }
        // One at a time: each finds the workers somewhere else between awake and asleep.
        for _ in 0..<2_000 {
            pool.submit(Job { done.signal() })
            done.wait()
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func jobsThatHoldEveryThreadOfThePoolHoldUpNobodyElse() {
        let pool = WorkerPool(width: 2)
        let release = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let blocker: @Sendable () -> Void = {
            release.wait()
            ended.signal()
        }
        pool.submit([Job(blocker), Job(blocker), Job(blocker), Job { done.signal() }])
        done.wait()
        for _ in 0..<100 {
            pool.submit(Job { done.signal() })
            done.wait()
        }
        for _ in 0..<3 { release.signal() }
        for _ in 0..<3 { ended.wait() }
    }
}
