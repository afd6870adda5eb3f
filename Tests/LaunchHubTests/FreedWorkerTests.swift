// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// What becomes of a worker whose call held its thread for long, in a pool whose threads never run.
struct FreedWorkerTests {
    /// The place of a freed worker is one of the pool's width again when it comes back.
    @Test(arguments: [(2, 1), (3, 2)])
    func aFreedWorkerThatComesBackCountsAgain(_ width: Int, _ threads: Int) {
        let pool = WorkerPool(width: width, startThread: { _, _ in true })
        let worker = Worker(name: "worker", pool: pool)
        pool.submit(EmptyJob())
        let next = pool.nextJob(for: worker, preferred: nil, wasFreed: true, mayLinger: false, isFlooded: false)
        guard case .run(_, isFree: false) = next else {
            Issue.record("there is a place, and a job")
            return
        }
        for _ in 0..<3 { pool.submit(EmptyJob()) }
        #expect(pool.threadCount == threads)
    }

    /// Another one has its place: it rests, and leaves the jobs to those that count.
    @Test func aFreedWorkerRestsWhereItsPlaceIsTaken() {
        let pool = WorkerPool(width: 1, startThread: { _, _ in true })
        let worker = Worker(name: "worker", pool: pool)
        pool.submit(EmptyJob())
        let next = pool.nextJob(for: worker, preferred: nil, wasFreed: true, mayLinger: false, isFlooded: false)
        guard case .rest = next else {
            Issue.record("the place is taken")
            return
        }
        #expect(pool.hasWaiting)
        #expect(pool.threadCount == 1)
    }
}
