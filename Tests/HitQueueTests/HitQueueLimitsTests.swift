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

    @Test func offlineThreeHundredHitsAreKept() throws {
        let rig = TestRig(isSuspended: true)
        let numbers = (1...305).map(String.init)
        for number in numbers {
            try rig.queue.enqueue(HitQueue.Draft(payload: Data(number.utf8), stream: "a"))
        }
        #expect(rig.queue.summary().count == 300)
        #expect(rig.dropped(.offlineCount) == 5)
        rig.queue.resume()
        rig.settle(2_000)
        #expect(rig.sent == Array(numbers.dropFirst(5)))
    }

    @Test func goingOfflineCutsDownToTheOfflineLimit() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(offlineCount: 2)), privacy: .unknown)
        try rig.add("1", "2", "3", "4")
        #expect(rig.queue.summary().count == 4)
        rig.queue.suspend()
        #expect(rig.queue.summary().count == 2)
        #expect(rig.events == [.dropped(count: 2, reason: .offlineCount, streams: ["a": 2])])
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
        rig.queue.suspend()
        try rig.add("1", "2", "3")
        rig.queue.resume()
        rig.settle()
        try rig.add("4", "5")
        #expect(rig.dropped(.count) == 2)
        rig.processor.answerAll { _ in .sent }
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1", "4", "5"])
    }

    @Test func aBatchThatIsOverTheLimitKeepsItsEnd() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(count: 2)), privacy: .unknown)
        try rig.queue.enqueue(contentsOf: (1...5).map { HitQueue.Draft(payload: Data("\($0)".utf8), stream: "a") })
        #expect(rig.dropped(.count) == 3)
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["4", "5"])
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

    @Test func aLargeLimitMakesRoomForTheNextOnes() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(count: 1_280)), privacy: .unknown)
        try rig.queue.enqueue(contentsOf: (0..<1_280).map { _ in HitQueue.Draft(payload: Data([1]), stream: "a") })
        #expect(rig.events.isEmpty)
        try rig.add("1281")
        #expect(rig.events == [.dropped(count: 11, reason: .count, streams: ["a": 11])])
        try rig.add("1271", "1272")
        #expect(rig.queue.summary().count == 1_272)
        #expect(rig.dropped(.count) == 11)
    }

    @Test func aLargeByteLimitMakesRoomForTheNextOnes() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(bytes: 1 << 20)), privacy: .unknown)
        try rig.queue.enqueue(
            contentsOf: (0..<1_024).map { _ in HitQueue.Draft(payload: Data(count: 1_024), stream: "a") }
        )
        try rig.add("x")
        #expect(rig.events == [.dropped(count: 9, reason: .bytes, streams: ["a": 9])])
    }

    @Test func dropsOfOneKindAreToldTogether() throws {
        let rig = TestRig(configuration: Self.configuration(HitQueueLimits(count: 1)), privacy: .unknown)
        try rig.queue.enqueue(contentsOf: (0..<50).map { _ in HitQueue.Draft(payload: Data(), stream: "a") })
        #expect(rig.events == [.dropped(count: 49, reason: .count, streams: ["a": 49])])
    }

    @Test func limitsOutOfRangeCountAsTheNearestInRange() {
        let limits = HitQueueLimits(
            count: 0,
            offlineCount: -1,
            bytes: 0,
            setAsideCount: -1,
            memoryCount: 0,
            memoryBytes: -9
        )
        #expect(limits.count == 1 && limits.offlineCount == 1 && limits.bytes == 1)
        #expect(limits.setAsideCount == 0 && limits.memoryCount == 1 && limits.memoryBytes == 1)
        #expect(HitQueueLimits().offlineCount == 300)
    }

    @Test func theLimitThatIsBreachedIsNamed() {
        let limits = HitQueueLimits(count: 10, offlineCount: 5, bytes: 100)
        #expect(limits.breach(count: 10, bytes: 100, offline: false) == nil)
        #expect(limits.breach(count: 11, bytes: 100, offline: false) == .count)
        #expect(limits.breach(count: 6, bytes: 100, offline: true) == .offlineCount)
        #expect(limits.breach(count: 5, bytes: 100, offline: true) == nil)
        #expect(limits.breach(count: 1, bytes: 101, offline: false) == .bytes)
    }

    @Test func streamsWhoseHitsWereDroppedWhileTheyWaitedAreForgottenByTheNextQueue() throws {
        let folder = try TemporaryFolder()
        let limits = HitQueueLimits(age: .seconds(60))
        let rig = TestRig(folder.location, configuration: HitQueue.Configuration(limits: limits)) { _ in
            .unreachable(after: .seconds(300))
        }
        try rig.add("1", stream: "gone")
        rig.advance(by: .seconds(60))
        try rig.add("2", stream: "kept")
        #expect(rig.queue.summary().streams.keys.sorted() == ["kept"])
        rig.queue.close()
        let next = TestRig(folder.location, clock: rig.clock)
        next.settle()
        #expect(try RawDatabase(folder.file).run("SELECT name FROM stream") == ["kept"])
        // What is still waited for is not forgotten.
        #expect(next.sent.isEmpty)
        next.advance(by: .seconds(300))
        #expect(next.sent == ["2"])
    }

    @Test func dropsThatWereNotToldYetAreToldTogether() throws {
        let lane = DispatchQueue(label: "test")
        let told = Locked<[HitQueueEvent]>([])
        let queue = HitQueue(
            location: .inMemory,
            processor: TestProcessor { _ in nil },
            configuration: HitQueue.Configuration(limits: HitQueueLimits(count: 2)),
            privacy: .unknown,
            clock: ManualClock(),
            workQueue: lane,
            onEvent: { event in told.withLock { $0.append(event) } }
        )
        // The owner is busy with something else meanwhile.
        lane.suspend()
        for _ in 0..<10 { try queue.enqueue(HitQueue.Draft(payload: Data(), stream: "a")) }
        lane.resume()
        for _ in 0..<10 { lane.sync {} }
        #expect(told.withLock { $0 } == [.dropped(count: 8, reason: .count, streams: ["a": 8])])
    }
}
