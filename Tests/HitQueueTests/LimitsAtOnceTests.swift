// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// Limits hold when the call that lowers them returns, not when the queue next comes to its own work.
@Suite struct LimitsAtOnceTests {
    /// Passes a queue to a test while nothing of the queue's own work is done.
    private func withStillQueue(_ location: HitQueue.Location = .inMemory, _ body: (HitQueue) throws -> Void) rethrows {
        let lane = DispatchQueue(label: "still")
        lane.suspend()
        let queue = HitQueue(
            location: location,
            processor: TestProcessor { _ in nil },
            privacy: .unknown,
            clock: ManualClock(),
            workQueue: lane,
            deliveryQueue: lane
        )
        defer {
            queue.close()
            lane.resume()
        }
        try body(queue)
    }

    /// What may lower a limit: other parameters, a device without network, a collector that nobody reaches.
    @Test(arguments: 0..<3)
    func whatIsOverALimitIsGoneBeforeTheCallReturns(_ way: Int) throws {
        try withStillQueue { queue in
            queue.configure(HitQueue.Configuration(limits: HitQueueLimits(offlineCount: 2)))
            for _ in 0..<4 { try queue.enqueue(HitQueue.Draft(payload: Data("x".utf8), stream: "a")) }
            #expect(queue.summary().count == 4)
            switch way {
            case 0: queue.configure(HitQueue.Configuration(limits: HitQueueLimits(count: 2)))
            case 1: queue.suspend()
            default: queue.setUnreachable(true)
            }
            #expect(queue.summary().count == 2)
        }
    }

    /// A file is opened when it is first needed, and a limit without a hit needs none.
    @Test func aLimitOfAQueueThatHasNotBegunTouchesNoFile() throws {
        let folder = try TemporaryFolder()
        withStillQueue(folder.location) { queue in
            queue.configure(HitQueue.Configuration(limits: HitQueueLimits(count: 2)))
            #expect(!FileManager.default.fileExists(atPath: folder.file.path))
        }
    }
}
