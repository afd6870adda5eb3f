// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// What has left a queue makes room for just as much.
@Suite struct SettledTotalTests {
    /// How a hit leaves the queue.
    @Test(arguments: [HitAnswer.sent, .discard(reason: "x"), .setAside(reason: "x")])
    func whatIsSettledMakesRoomForOneMore(_ answer: HitAnswer) throws {
        let limits = HitQueueLimits(count: 4, bytes: 8)
        let rig = TestRig(configuration: HitQueue.Configuration(limits: limits)) { _ in nil }
        try rig.add("aa", "bb", "cc", "dd")
        rig.processor.answer(0, answer)
        rig.settle()
        #expect(rig.queue.summary().count == 3)
        try rig.add("ee")
        #expect(rig.dropped(.count) == 0 && rig.dropped(.bytes) == 0)
        #expect(rig.queue.summary().count == 4)
        try rig.add("ff")
        #expect(rig.dropped(.count) + rig.dropped(.bytes) == 1)
        #expect(rig.queue.summary().count == 4)
    }

    /// A hit that ended its processes is set aside when its stream is looked at, and the limits know of it.
    @Test(arguments: [HitQueueLimits(count: 3), HitQueueLimits(bytes: 9)])
    func whatIsSetAsideAtAStartMakesRoomForOneMore(_ limits: HitQueueLimits) throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        func launch(_ limits: HitQueueLimits = HitQueueLimits()) -> TestRig {
            clock.advance(by: .seconds(3_600))
            let configuration = HitQueue.Configuration(limits: limits, maximumAttempts: 1)
            return TestRig(folder.location, configuration: configuration, clock: clock) { _ in nil }
        }
        let first = launch()
        try first.add("bad", "one", "two")
        first.queue.close()
        let next = launch(limits)
        #expect(next.sent == ["one"])
        #expect(next.queue.summary().setAsideCount == 1)
        #expect(next.queue.summary().count == 2)
        try next.add("new")
        #expect(next.queue.summary().count == 3)
        #expect(next.dropped(.count) == 0 && next.dropped(.bytes) == 0)
        try next.add("few")
        #expect(next.queue.summary().count == 3)
        #expect(next.dropped(.count) + next.dropped(.bytes) == 1)
    }

    @Test func aStreamIsNamedForEachHitThatWasDropped() throws {
        let rig = TestRig(
            configuration: HitQueue.Configuration(limits: HitQueueLimits(count: 2)),
            privacy: .unknown
        )
        let drafts = ["a", "b", "a", "c", "b"].map { HitQueue.Draft(payload: Data("x".utf8), stream: $0) }
        try rig.queue.enqueue(contentsOf: drafts)
        #expect(rig.events == [.dropped(count: 3, reason: .count, streams: ["a": 2, "b": 1])])
        #expect(rig.queue.summary().streams.mapValues(\.count) == ["c": 1, "b": 1])
    }

    /// Everything that a summary says, of what is stored and of what waits in memory.
    @Test func aSummarySaysAllOfIt() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, privacy: .unknown)
        try rig.add("one", "three")
        rig.clock.advance(by: .seconds(3))
        try rig.add("x", stream: "b")
        rig.clock.advance(by: .seconds(4))
        var expected = HitQueue.Summary()
        expected.count = 3
        expected.bytes = 9
        expected.oldestAge = .seconds(7)
        expected.streams = ["a": .init(count: 2, bytes: 8), "b": .init(count: 1, bytes: 1)]
        #expect(rig.queue.summary() == expected)
        rig.queue.close()
        #expect(rig.queue.summary() == HitQueue.Summary())
        #expect(rig.queue.setAsideHits().isEmpty && rig.queue.resendSetAsideHits() == 0)

        // A folder in the place of the file is no database.
        let inTheWay = folder.file("folder")
        try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
        let blocked = TestRig(.file(inTheWay), privacy: .unknown)
        try blocked.add("memory", "m")
        blocked.clock.advance(by: .seconds(5))
        expected = HitQueue.Summary()
        expected.count = 2
        expected.bytes = 7
        expected.oldestAge = .seconds(5)
        expected.streams = ["a": .init(count: 2, bytes: 7)]
        expected.inMemoryCount = 2
        expected.isStorageWorking = false
        #expect(blocked.queue.summary() == expected)
    }
}
