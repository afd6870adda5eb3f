// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// Who gets a job that comes while a worker is flooded with short ones, in a pool whose threads never run.
struct FloodedWorkerTests {
    private let pool = WorkerPool(width: 8, startThread: { _, _ in true })
    private let worker: Worker

    /// A worker runs a job, and no other waits.
    init() {
        worker = Worker(name: "worker", pool: pool)
        pool.submit(EmptyJob())
    }

    private func takeJob(isFlooded: Bool, wasFreed: Bool = false) -> Bool {
        let next = pool.nextJob(for: worker, preferred: nil, wasFreed: wasFreed, mayLinger: false, isFlooded: isFlooded)
        guard case .run = next else { return false }
        return true
    }

    /// A second worker would be awake too late; a second job is one too many for the first.
    @Test(arguments: [(true, [1, 2, 3]), (false, [2, 3, 4])])
    func aFloodedWorkerGetsTheNextJobAsWell(_ isFlooded: Bool, _ threads: [Int]) {
        #expect(takeJob(isFlooded: isFlooded))
        for count in threads {
            pool.submit(EmptyJob())
            #expect(pool.threadCount == count)
        }
        for _ in threads { #expect(takeJob(isFlooded: isFlooded)) }
        #expect(!takeJob(isFlooded: isFlooded))
    }

    @Test func aWorkerThatSleepsIsWokenAlthoughItWasFlooded() {
        #expect(takeJob(isFlooded: true))
        #expect(!takeJob(isFlooded: true))
        pool.submit(EmptyJob())
        #expect(takeJob(isFlooded: false, wasFreed: true))
        #expect(pool.threadCount == 1)
    }

    /// Its call was long: it may be so again.
    @Test func aWorkerWhoseCallHeldItUpGetsNoSecondJob() {
        #expect(takeJob(isFlooded: true, wasFreed: true))
        pool.submit(EmptyJob())
        #expect(pool.threadCount == 2)
    }

    /// Whatever waits for a worker whose call turns out to be long gets another one at the next look.
    @Test func theNextLookFindsAThreadForWhatWaits() {
        #expect(takeJob(isFlooded: true))
        pool.submit(EmptyJob())
        #expect(pool.threadCount == 1)
        #expect(pool.hasWaiting)
        var detectors: [ObjectIdentifier: StallDetector] = [:]
        _ = pool.look(at: .zero, &detectors)
        #expect(pool.threadCount == 2)
        #expect(takeJob(isFlooded: false))
        pool.submit(EmptyJob())
        #expect(pool.threadCount == 3)
    }
}
