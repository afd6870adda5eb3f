// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueueOrderTests {
    @Test func aStoredHitIsInTheFileWhenTheCallReturns() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, privacy: .unknown)
        let id = try #require(rig.queue.enqueue(HitQueue.Draft(payload: Data("x".utf8), stream: "a")).id)
        let ids = try RawDatabase(folder.file).run("SELECT id FROM hit")
        #expect(ids == [id])
    }

    @Test func hitsOfAStreamLeaveInTheOrderTheyCame() throws {
        let rig = TestRig()
        let numbers = (0..<300).map(String.init)
        for number in numbers {
            try rig.queue.enqueue(HitQueue.Draft(payload: Data(number.utf8), stream: "a"))
        }
        rig.settle(2_000)
        #expect(rig.sent == numbers)
        #expect(rig.queue.summary().count == 0)
    }

    @Test func onlyOneHitOfAStreamIsOut() throws {
        let rig = TestRig { _ in nil }
        try rig.add("1", "2", "3")
        #expect(rig.sent == ["1"])
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1", "2"])
    }

    @Test func aStreamThatFailsHoldsUpNoOther() throws {
        let rig = TestRig { $0.stream == "bad" ? .retry(after: .seconds(60)) : .sent }
        try rig.add("bad 1", "bad 2", stream: "bad")
        try rig.add("good 1", "good 2", stream: "good")
        #expect(rig.sent == ["bad 1", "good 1", "good 2"])
        #expect(rig.queue.summary().streams.keys.sorted() == ["bad"])
    }

    @Test func aStreamThatIsNotAnsweredHoldsUpNoOther() throws {
        let rig = TestRig { $0.stream == "slow" ? nil : .sent }
        try rig.add("slow", stream: "slow")
        try rig.add("1", "2", "3")
        #expect(rig.sent == ["slow", "1", "2", "3"])
    }

    @Test func aReceiverGetsOneHitUntilItAnswersAndThenNoMoreThanAllowed() throws {
        let rig = TestRig(configuration: HitQueue.Configuration(concurrentStreams: 2), hasOneReceiver: true) { _ in
            nil
        }
        for stream in ["a", "b", "c", "d"] {
            try rig.add(stream, stream: stream)
        }
        #expect(rig.sent == ["a"])
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["a", "b", "c"])
        rig.processor.answer(2, .sent)
        #expect(rig.sent == ["a", "b", "c", "d"])
    }

    @Test func everyStreamGetsItsTurn() throws {
        // More streams than are claimed at a time, and one that always has more.
        let rig = TestRig(configuration: HitQueue.Configuration(concurrentStreams: 1), privacy: .unknown)
        for number in 0..<400 {
            try rig.queue.enqueue(HitQueue.Draft(payload: Data("x".utf8), stream: "a busy one"))
            try rig.queue.enqueue(HitQueue.Draft(payload: Data("x".utf8), stream: "stream \(number % 100)"))
            if number == 149 { rig.queue.setPrivacyStatus(.optedIn) }
        }
        rig.settle(5_000)
        #expect(rig.queue.summary().count == 0)
        #expect(Set(rig.processor.calls.map(\.stream)).count == 101)
    }

    @Test func idsDifferAndStayTheSameForEachTry() throws {
        let rig = TestRig(configuration: .hasty(attempts: 10)) { $0.attempts == 0 ? .retry(after: .zero) : .sent }
        let ids = try rig.add("1", "2", "3").compactMap(\.id)
        #expect(Set(ids).count == 3)
        rig.advance(by: .zero)
        #expect(rig.processor.calls.map(\.id) == [ids[0], ids[0], ids[1], ids[1], ids[2], ids[2]])
    }

    @Test func whatAnEarlierQueueLeftIsSentFirst() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        let ids = try first.add("1", "2").compactMap(\.id)
        first.queue.close()
        let second = TestRig(folder.location)
        try second.add("3")
        #expect(second.sent == ["1", "2", "3"])
        #expect(second.processor.calls.prefix(2).map(\.id) == ids)
    }

    @Test func aHitKeepsItsContent() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        let payload = Data((0...255).map { UInt8($0) })
        try first.queue.enqueue(HitQueue.Draft(payload: payload, stream: "naïve \u{0} 'stream'; 🎬"))
        try first.queue.enqueue(HitQueue.Draft(payload: Data(), stream: ""))
        first.queue.close()
        let second = TestRig(folder.location, clock: first.clock)
        second.settle()
        let calls = second.processor.calls.sorted { $0.payload.count > $1.payload.count }
        #expect(calls.map(\.payload) == [payload, Data()])
        #expect(calls.map(\.stream) == ["naïve \u{0} 'stream'; 🎬", ""])
        #expect(calls.map(\.created) == [first.clock.date, first.clock.date])
    }

    @Test func aPayloadThatCannotFitIsAnErrorAndNothingOfItsBatchIsQueued() throws {
        let rig = TestRig(configuration: HitQueue.Configuration(limits: HitQueueLimits(bytes: 10)), privacy: .unknown)
        let drafts = [10, 11].map { HitQueue.Draft(payload: Data(count: $0), stream: "a") }
        #expect(throws: HitQueueError.payloadTooLarge(bytes: 11, limit: 10)) {
            try rig.queue.enqueue(contentsOf: drafts)
        }
        #expect(rig.queue.summary().count == 0)
        #expect(try rig.queue.enqueue(drafts[0]).id != nil)
    }

    @Test func aClosedQueueTakesNothingAndSendsNothing() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, privacy: .unknown)
        try rig.add("1")
        rig.queue.close()
        rig.queue.close()
        #expect(throws: HitQueueError.closed) { try rig.add("2") }
        rig.queue.setPrivacyStatus(.optedIn)
        rig.advance(by: .seconds(1_000))
        #expect(rig.sent.isEmpty)
        #expect(rig.queue.summary() == HitQueue.Summary())
        #expect(TestRig(folder.location).sent == ["1"])
    }

    @Test func aQueueThatIsLetGoLeavesItsHitsToTheNext() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        var rig: TestRig? = TestRig(folder.location, privacy: .unknown, clock: clock)
        try rig?.add("1", "2")
        rig?.queue.setPrivacyStatus(.optedIn)
        rig = nil
        let next = TestRig(folder.location, clock: clock)
        next.advance(by: .seconds(60))
        #expect(next.queue.summary().count == 0)
    }

    @Test func whatTheProcessorHasWhenTheQueueIsClosedIsSentAgainAtOnceAndNotCounted() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in nil }
        try first.add("1", "2")
        try first.add("other", stream: "b")
        first.processor.answer(1, .sent)
        first.settle()
        first.queue.close()
        let second = TestRig(folder.location, clock: first.clock)
        #expect(second.sent == ["1", "2"])
        #expect(second.processor.calls.map(\.attempts) == [0, 0])
    }

    @Test func everyCallMayBeMadeFromTheProcessorAndFromTheEventHandler() throws {
        let queue = Locked<HitQueue?>(nil)
        let rig = TestRig { hit in
            let queue = queue.withLock { $0 }
            if hit.stream == "a" {
                _ = try? queue?.enqueue(HitQueue.Draft(payload: Data("from inside".utf8), stream: "b"))
            }
            _ = queue?.summary()
            _ = queue?.setAsideHits()
            queue?.setPrivacyStatus(.optedIn)
            return .sent
        }
        queue.withLock { $0 = rig.queue }
        try rig.add("1")
        #expect(rig.sent == ["1", "from inside"])
        queue.withLock { $0 = nil }
    }
}
