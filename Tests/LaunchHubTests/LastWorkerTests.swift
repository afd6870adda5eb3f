// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// Which workers end when they have had nothing to do for long, in a pool whose threads never run.
struct LastWorkerTests {
    /// The thread of the last one would only be made again for the next event.
    @Test(arguments: [(1, false), (2, true), (3, true)])
    func aWorkerEndsUnlessItIsTheLast(_ count: Int, _ mayEnd: Bool) {
        let pool = WorkerPool(width: 8, startThread: { _, _ in true })
        for _ in 0..<count { pool.submit(EmptyJob()) }
        #expect(pool.threadCount == count)
        #expect(pool.isLast == !mayEnd)
        let worker = Worker(name: "worker", pool: pool)
        // One that is not idle goes on.
        #expect(!pool.retire(worker))
        var next = pool.nextJob(for: worker, preferred: nil, wasFreed: true, mayLinger: false, isFlooded: false)
        for _ in 0..<count {
            guard case .run(_, isFree: false) = next else {
                Issue.record("no job is left")
                return
            }
            next = pool.nextJob(for: worker, preferred: nil, wasFreed: false, mayLinger: false, isFlooded: false)
        }
        guard case .rest = next else {
            Issue.record("there is another job")
            return
        }
        #expect(pool.retire(worker) == mayEnd)
        #expect(!pool.retire(worker))
    }
}
