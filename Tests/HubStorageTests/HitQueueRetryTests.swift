// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueueRetryTests {
    private static let backoff = RetryBackoff.fullJitter(initial: .seconds(10), maximum: .seconds(40))

    private static func configuration(
        maximumAttempts: Int = 10,
        deadline: Duration = .seconds(30)
    ) -> HitQueue.Configuration {
        HitQueue.Configuration(backoff: backoff, maximumAttempts: maximumAttempts, deadline: deadline)
    }

    @Test func aFailedHitIsTriedAgainAfterItsBackoff() throws {
        let rig = TestRig(configuration: Self.configuration()) { $0.attempts == 0 ? .retry(after: nil) : .sent }
        try rig.add("1", "2")
        #expect(rig.sent == ["1"])
        let wait = try #require(rig.clock.nextDue) - rig.clock.now
        #expect(wait > .zero && wait <= .seconds(10))
        rig.advance(by: wait - .milliseconds(1))
        #expect(rig.sent == ["1"])
        rig.advance(by: .milliseconds(1))
        #expect(rig.sent == ["1", "1", "2"])
    }

    @Test func waitsGrowUpToTheMaximumAndDifferBetweenQueues() throws {
        func waits(seed: UInt64) throws -> [Duration] {
            let rig = TestRig(configuration: Self.configuration(deadline: .seconds(600)), seed: seed) { _ in
                .unreachable(after: nil)
            }
            try rig.add("1")
            return try (0..<40).map { _ in
                let wait = try #require(rig.clock.nextDue) - rig.clock.now
                rig.advance(by: wait)
                return wait
            }
        }
        let first = try waits(seed: 1)
        #expect(first[0] <= .seconds(10))
        #expect(first.allSatisfy { $0 <= .seconds(40) })
        #expect(first.contains { $0 > .seconds(30) })
        #expect(try waits(seed: 1) == first)
        #expect(try waits(seed: 2) != first)
    }

    @Test func waitsBeginAnewOnceAHitOfTheStreamArrived() throws {
        let backoff = RetryBackoff.fullJitter(initial: .seconds(10), maximum: .seconds(100_000))
        // A deadline that is further away than any wait, so that a wait is what is next due.
        let configuration = HitQueue.Configuration(backoff: backoff, deadline: .seconds(80_000))
        let rig = TestRig(configuration: configuration) { _ in .unreachable(after: nil) }
        try rig.add("1")
        func wait() throws -> Duration { try #require(rig.clock.nextDue) - rig.clock.now }
        // A wait is kept as a date, which may round to a moment just before its end.
        func pass() throws { rig.advance(by: try wait() + .milliseconds(1)) }
        for _ in 0..<8 { try pass() }
        rig.processor.answerAll { $0.payload == Data("1".utf8) ? .sent : .unreachable(after: nil) }
        try pass()
        try rig.add("2")
        #expect(rig.sent.suffix(2) == ["1", "2"])
        #expect(try wait() <= .seconds(10))
    }

    @Test func theReceiversWishWins() throws {
        let rig = TestRig(configuration: Self.configuration()) {
            $0.attempts == 0 ? .retry(after: .seconds(500)) : .sent
        }
        try rig.add("1")
        rig.advance(by: .seconds(499))
        #expect(rig.sent.count == 1)
        rig.advance(by: .seconds(1))
        #expect(rig.sent.count == 2)
    }

    @Test func noAnswerIsNoFailedTryAndALateOneIsIgnored() throws {
        let rig = TestRig(configuration: Self.configuration()) { _ in nil }
        try rig.add("1", "2")
        rig.advance(by: .seconds(29))
        #expect(rig.processor.calls.map(\.attempts) == [0])
        rig.advance(by: .seconds(1))
        rig.advance(by: .seconds(10))
        #expect(rig.processor.calls.map(\.attempts) == [0, 0])
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1", "1"])
        #expect(rig.queue.summary().count == 2)
        rig.processor.answer(1, .sent)
        #expect(rig.sent == ["1", "1", "2"])
        #expect(rig.queue.summary().count == 1)
    }

    @Test func aHitIsSetAsideAfterHoursAndManyTriesAndGoesAgainByItself() throws {
        let folder = try TemporaryFolder()
        let configuration = HitQueue.Configuration(
            backoff: Self.backoff,
            maximumAttempts: 3,
            setAsideAge: .seconds(2 * 3_600)
        )
        let rig = TestRig(folder.location, configuration: configuration) { _ in .retry(after: .zero, reason: "503") }
        let id = try #require(rig.add("1", "2", "3")[0].id)
        for _ in 0..<115 { rig.advance(by: .seconds(60)) }
        #expect(rig.processor.calls.count > 100)
        #expect(rig.queue.setAsideHits().isEmpty)
        // One at a time: what the receiver says about the next one says nothing new.
        for _ in 0..<600 { rig.advance(by: .seconds(60)) }
        let kept = rig.queue.setAsideHits()
        #expect(kept.map(\.hit.id) == [id])
        #expect(kept.map(\.reason) == ["503"])
        #expect(rig.events == [.setAside(kept[0].hit, reason: "503")])
        #expect(rig.queue.summary().count == 2)

        rig.processor.answerAll { _ in .sent }
        rig.advance(by: .seconds(60))
        #expect(rig.sent.suffix(3) == ["2", "3", "1"])
        #expect(rig.processor.calls.last?.id == id)
        #expect(rig.queue.summary() == HitQueue.Summary())
    }

    @Test func aHitThatIsNeverAnsweredIsTriedForEver() throws {
        let rig = TestRig(configuration: Self.configuration(maximumAttempts: 1)) { _ in nil }
        try rig.add("1", "2")
        for _ in 0..<6 { rig.advance(by: .seconds(40)) }
        #expect(rig.processor.calls.count > 2)
        #expect(rig.processor.calls.allSatisfy { $0.attempts == 0 && $0.payload == Data("1".utf8) })
        #expect(rig.events.isEmpty)
        rig.processor.answerAll { _ in .sent }
        for _ in 0..<2 { rig.advance(by: .seconds(40)) }
        #expect(rig.sent.suffix(2) == ["1", "2"])
        #expect(rig.queue.summary() == HitQueue.Summary())
    }

    @Test func noMoreHitsAreKeptAsideThanAllowed() throws {
        let rig = TestRig(configuration: .hasty(limits: HitQueueLimits(setAsideCount: 2))) { _ in .retry(after: nil) }
        for stream in ["1", "2", "3"] { try rig.add(stream, stream: stream) }
        #expect(rig.queue.setAsideHits().map(\.hit.payload) == [Data("2".utf8), Data("3".utf8)])
        #expect(rig.events.count == 4)
        #expect(rig.events.last == .dropped(count: 1, reason: .setAsideCount, streams: ["1": 1]))
    }

    @Test func anUnreachableReceiverSetsNoHitAside() throws {
        let rig = TestRig(configuration: Self.configuration(maximumAttempts: 2)) { _ in .unreachable(after: nil) }
        try rig.add("1")
        for _ in 0..<20 { rig.advance(by: .seconds(40)) }
        #expect(rig.processor.calls.count >= 20)
        #expect(rig.processor.calls.allSatisfy { $0.attempts == 0 })
        #expect(rig.queue.summary().count == 1)
        rig.processor.answerAll { _ in .sent }
        rig.advance(by: .seconds(40))
        #expect(rig.queue.summary().count == 0)
        #expect(rig.events.isEmpty)
    }

    @Test func aDiscardedHitIsTold() throws {
        let rig = TestRig { $0.payload == Data("1".utf8) ? .discard(reason: "410 Gone") : .sent }
        try rig.add("1", "2")
        #expect(rig.sent == ["1", "2"])
        #expect(rig.events == [.dropped(count: 1, reason: .processor("410 Gone"), streams: ["a": 1])])
    }

    @Test func triesSurviveTheProcessAndWaitsEndWithIt() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in .retry(after: .seconds(100)) }
        try first.add("1")
        first.settle()
        first.queue.close()
        let second = TestRig(folder.location, clock: first.clock)
        #expect(second.sent == ["1"])
        #expect(second.processor.calls.map(\.attempts) == [1])
    }

    @Test func aProcessorThatBlocksHoldsUpNeitherStorageNorOtherStreams() throws {
        let clock = ManualClock()
        let release = DispatchSemaphore(value: 0)
        let fast = DispatchSemaphore(value: 0)
        let processor = TestProcessor { hit in
            if hit.stream == "blocks" { release.wait() } else { fast.signal() }
            return .sent
        }
        let queue = HitQueue(location: .inMemory, processor: processor, clock: clock)
        try queue.enqueue(HitQueue.Draft(payload: Data(), stream: "blocks"))
        try queue.enqueue(HitQueue.Draft(payload: Data(), stream: "other"))
        #expect(fast.wait(timeout: .now() + 600) == .success)
        #expect(queue.summary().streams["blocks"]?.count == 1)
        release.signal()
    }
}
