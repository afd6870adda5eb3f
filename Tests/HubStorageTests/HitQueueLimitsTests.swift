// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueueLimitsTests {
    private static func configuration(_ limits: HitQueueLimits) -> HitQueue.Configuration {
        HitQueue.Configuration(limits: limits)
    }

    @Test func theOldestGoFirstWhenThereAreTooMany() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(count: 3)), privacy: .unknown)
        try rig.add("1", "2", "3", "4", "5")
        #expect(rig.queue.summary().count == 3)
        #expect(rig.dropped(.count) == 2)
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["3", "4", "5"])
    }

    @Test func theOldestGoFirstWhenTheyAreTooLong() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(bytes: 10)), privacy: .unknown)
        try rig.add("1234", "1234", "12", "123456")
        #expect(rig.queue.summary().bytes == 8)
        #expect(rig.dropped(.bytes) == 2)
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["12", "123456"])
    }

    @Test func offlineWhatWaitsStaysAndWhatIsNewIsNotTaken() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(offlineCount: 3))) { _ in
            .unreachable(after: nil)
        }
        try rig.add("1", "2", "3", "4")
        #expect(rig.queue.summary().count == 4 && !rig.queue.isOffline)
        for _ in 0..<30 { rig.advance(by: .seconds(10)) }
        #expect(rig.queue.isOffline)
        #expect(try rig.add("5", "6") == [.dropped, .dropped])
        #expect(rig.dropped(.offlineCount) == 2)
        #expect(rig.queue.summary().count == 4)
        // A receiver that was not tried yet may be there.
        let other = try rig.queue.enqueue(HitQueue.Draft(payload: Data("7".utf8), stream: "b"))
        #expect(other.id != nil && !rig.queue.isOffline)
        rig.processor.answerAll { _ in .sent }
        for _ in 0..<30 { rig.advance(by: .seconds(10)) }
        #expect(Set(rig.sent.suffix(5)) == ["1", "2", "3", "4", "7"])
        #expect(rig.queue.summary().count == 0)
    }

    @Test func hitsThatWaitedTooLongGoWithoutAnyoneAsking() throws {
        let rig = TestRig(
            configuration: Self.configuration(HitQueueLimits(age: .seconds(100))),
            privacy: .unknown
        )
        try rig.add("1")
        rig.advance(by: .seconds(60))
        try rig.add("2")
        rig.advance(by: .seconds(39))
        #expect(rig.events.isEmpty)
        rig.advance(by: .seconds(2))
        #expect(rig.events == [.dropped(count: 1, reason: .age, streams: ["a": 1])])
        rig.advance(by: .seconds(60))
        #expect(rig.dropped(.age) == 2)
        #expect(rig.queue.summary().count == 0)
    }

    /// A launch over a file, some time after an earlier one, whose clock may be wrong.
    private static func launch(
        _ folder: TemporaryFolder,
        at seconds: TimeInterval,
        _ status: PrivacyStatus = .unknown
    ) -> TestRig {
        let clock = ManualClock(date: Date(timeIntervalSince1970: 1_700_000_000 + seconds))
        let limits = configuration(HitQueueLimits(age: .seconds(7 * day)))
        return TestRig(folder.location, configuration: limits, privacy: status, clock: clock)
    }

    private static let day = 86_400.0
    private static let year = 365 * day

    /// Whether the clock of now is wrong or the hit is old shows when a lifetime has passed since that was first asked.
    @Test func whatSeemsTooOldAtAnotherLaunchIsGivenUpALifetimeLater() throws {
        let folder = try TemporaryFolder()
        let first = Self.launch(folder, at: 0)
        try first.add("old")
        first.queue.close()
        for days in [8.0, 9, 14.9] {
            let rig = Self.launch(folder, at: days * Self.day)
            rig.settle()
            #expect(rig.queue.summary().count == 1)
            rig.queue.close()
        }
        let last = Self.launch(folder, at: 15.1 * Self.day)
        last.settle()
        #expect(last.events == [.dropped(count: 1, reason: .age, streams: ["a": 1])])
        #expect(last.queue.summary().count == 0)
    }

    @Test(arguments: [year, -1_700_000_000, 8 * day, -8 * day])
    func aClockThatIsWrongForOneLaunchCostsNoHit(offset: TimeInterval) throws {
        let folder = try TemporaryFolder()
        let first = Self.launch(folder, at: 0)
        try first.add("before")
        first.queue.close()
        let wrong = Self.launch(folder, at: offset)
        wrong.settle()
        try wrong.add("meanwhile")
        wrong.queue.close()
        for days in [1.0, 2, 3, 4, 5, 6] {
            let rig = Self.launch(folder, at: days * Self.day)
            rig.settle()
            #expect(rig.queue.summary().count == 2, "\(days)")
            rig.queue.close()
        }
        let last = Self.launch(folder, at: 6.5 * Self.day, .optedIn)
        last.settle()
        #expect(last.sent == ["before", "meanwhile"])
    }

    @Test func whatAWrongClockHasQueuedDoesNotStayForEver() throws {
        let folder = try TemporaryFolder()
        let wrong = Self.launch(folder, at: Self.year)
        try wrong.add("from the future")
        wrong.queue.close()
        for days in stride(from: 1.0, through: 7.5, by: 1) { Self.launch(folder, at: days * Self.day).queue.close() }
        let last = Self.launch(folder, at: 8.5 * Self.day)
        last.settle()
        #expect(last.queue.summary().count == 0)
    }

    @Test func aQueueWithoutAgeLimitKeepsForEver() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(age: nil)), privacy: .unknown)
        try rig.add("1")
        rig.advance(by: .seconds(1_000_000_000))
        #expect(rig.queue.summary().count == 1)
        #expect(rig.clock.pendingCount == 0)
    }

    @Test func aHitThatIsOutIsNeverDropped() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(count: 3, age: .seconds(10)))) { _ in nil }
        try rig.add("1")
        try rig.add("2", "3", "4", "5")
        #expect(rig.dropped(.count) == 2)
        rig.advance(by: .seconds(11))
        #expect(rig.dropped(.age) == 2)
        #expect(rig.queue.summary().count == 1)
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1"])
        #expect(rig.queue.summary().count == 0)
    }

    @Test func aDroppedHitIsNotSentThoughItWasClaimed() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(count: 3))) { _ in nil }
        // All three are claimed together, and only the first is out.
        rig.queue.setPrivacyStatus(.unknown)
        try rig.add("1", "2", "3")
        rig.queue.setPrivacyStatus(.optedIn)
        rig.settle()
        try rig.add("4", "5")
        #expect(rig.dropped(.count) == 2)
        rig.processor.answerAll { _ in .sent }
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1", "4", "5"])
    }

    @Test func lowerLimitsHoldForWhatAnEarlierQueueLeft() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        try first.add("1", "2", "3")
        first.queue.close()
        let second = TestRig(
            folder.location,
            configuration: Self.configuration(HitQueueLimits(count: 1)),
            privacy: .unknown
        )
        #expect(second.dropped(.count) == 2)
        #expect(second.queue.summary().count == 1)
    }

    /// How a hit leaves the queue.
    @Test(arguments: [HitAnswer.sent, .discard(reason: "x"), .retry(after: nil)])
    func whatIsSettledMakesRoomForOneMore(_ answer: HitAnswer) throws {
        let limits = HitQueueLimits(count: 4, bytes: 8)
        let rig = TestRig(configuration: .hasty(limits: limits)) { _ in nil }
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
}
