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

    @Test func noAnswerCountsAsAFailedTryAndALateOneIsIgnored() throws {
        let rig = TestRig(configuration: Self.configuration()) { _ in nil }
        try rig.add("1", "2")
        rig.advance(by: .seconds(29))
        #expect(rig.processor.calls.map(\.attempts) == [0])
        rig.advance(by: .seconds(1))
        rig.advance(by: .seconds(10))
        #expect(rig.processor.calls.map(\.attempts) == [0, 1])
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1", "1"])
        #expect(rig.queue.summary().count == 2)
        rig.processor.answer(1, .sent)
        #expect(rig.sent == ["1", "1", "2"])
        #expect(rig.queue.summary().count == 1)
    }

    @Test func aPoisonHitIsSetAsideAndToldOnce() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: Self.configuration(maximumAttempts: 3)) {
            $0.payload == Data("poison".utf8) ? .retry(after: .seconds(1)) : .sent
        }
        let id = try #require(rig.add("poison", "fine")[0].id)
        for _ in 0..<5 { rig.advance(by: .seconds(1)) }
        #expect(rig.sent == ["poison", "poison", "poison", "fine"])
        let kept = rig.queue.setAsideHits()
        #expect(kept.map(\.hit.id) == [id])
        #expect(kept.map(\.hit.attempts) == [3])
        #expect(kept.map(\.hit.payload) == [Data("poison".utf8)])
        #expect(rig.events == [.setAside(kept[0].hit, reason: kept[0].reason)])
        #expect(rig.queue.summary().count == 0)
        #expect(rig.queue.summary().setAsideCount == 1)

        rig.queue.close()
        let next = TestRig(folder.location)
        #expect(next.queue.setAsideHits() == kept)
        #expect(next.events.isEmpty)
        next.queue.removeSetAsideHits()
        #expect(next.queue.setAsideHits().isEmpty)
    }

    @Test func aHitThatIsNeverAnsweredIsSetAside() throws {
        let rig = TestRig(configuration: Self.configuration(maximumAttempts: 2)) { $0.stream == "a" ? nil : .sent }
        try rig.add("1")
        for _ in 0..<4 { rig.advance(by: .seconds(30)) }
        let kept = rig.queue.setAsideHits()
        #expect(kept.count == 1)
        #expect(kept.first?.reason.contains("no answer") == true)
    }

    @Test func whereOnlyAnswersCountAHitThatIsNeverAnsweredIsTriedForEver() throws {
        var configuration = Self.configuration(maximumAttempts: 1)
        configuration.countsUnanswered = false
        let rig = TestRig(configuration: configuration) { _ in nil }
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
        let rig = TestRig(
            configuration: HitQueue.Configuration(limits: HitQueueLimits(setAsideCount: 2), maximumAttempts: 1)
        ) { _ in .retry(after: nil) }
        try rig.add("1", "2", "3")
        #expect(rig.queue.setAsideHits().map(\.hit.payload) == [Data("2".utf8), Data("3".utf8)])
        #expect(rig.events.count == 3)
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

    @Test func triesAndWaitsSurviveTheProcess() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in .retry(after: .seconds(100)) }
        try first.add("1")
        first.settle()
        first.queue.close()
        let second = TestRig(folder.location, clock: first.clock)
        second.advance(by: .seconds(99))
        #expect(second.sent.isEmpty)
        second.advance(by: .seconds(1))
        #expect(second.processor.calls.map(\.attempts) == [1])
    }

    @Test func aWaitFromAClockThatWasSetBackIsNotKept() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(
            folder.location,
            clock: ManualClock(date: Date(timeIntervalSince1970: 4_000_000_000))
        ) { _ in .retry(after: .seconds(100)) }
        try first.add("1")
        first.settle()
        first.queue.close()
        let second = TestRig(folder.location, clock: ManualClock(date: Date(timeIntervalSince1970: 1_000)))
        #expect(second.sent == ["1"])
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
