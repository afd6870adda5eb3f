// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import Testing

/// When the decisions fall: each deadline and wait from both sides.
struct HitSchedulerWaitTests {
    private static func moment(_ seconds: Int64) -> HitMoment {
        HitMoment(now: .zero + .seconds(seconds), date: Date(timeIntervalSince1970: 1_000 + Double(seconds)))
    }

    /// Waits of exactly one, two, four and so on seconds.
    private static let configuration = HitQueue.Configuration(
        limits: HitQueueLimits(age: nil),
        backoff: RetryBackoff(jitter: 0),
        maximumAttempts: 3
    )

    /// A scheduler that has looked after the storage once and found nothing, in a class, since expectations cannot call what
    /// changes a value.
    private final class Subject {
        private var value: HitScheduler

        init(
            _ configuration: HitQueue.Configuration = HitSchedulerWaitTests.configuration,
            isSuspended: Bool = false
        ) throws {
            value = HitScheduler(configuration: configuration, privacy: .optedIn, random: SeededGenerator(seed: 1))
            let effects = value.start(isSuspended: isSuspended, at: moment(0))
            #expect(effects.wantsStep)
            let plan = try #require(step())
            #expect(plan.claimExcept == (isSuspended ? nil : []))
            #expect(plan.settlements.isEmpty && plan.finished.isEmpty)
            #expect(!finish(HitSchedulerWaitTests.result(), of: plan).wantsStep)
        }

        func step(_ seconds: Int64 = 0) -> HitStepPlan? { value.beginStep(at: moment(seconds)) }

        func finish(_ result: HitStepResult, of plan: HitStepPlan, _ seconds: Int64 = 0) -> HitScheduler.Effects {
            value.finishStep(result, of: plan, at: moment(seconds))
        }

        /// Has hits stored, and the step after that answered.
        @discardableResult
        func give(_ result: HitStepResult, _ seconds: Int64 = 0) throws -> HitScheduler.Effects {
            _ = value.hitsWereStored(at: moment(seconds))
            return finish(result, of: try #require(step(seconds)), seconds)
        }

        func answered(_ token: UInt64, _ answer: HitAnswer, _ seconds: Int64 = 0) -> HitScheduler.Effects {
            value.answered(token, answer, at: moment(seconds))
        }

        func hitsWereStored(_ seconds: Int64 = 0) -> HitScheduler.Effects { value.hitsWereStored(at: moment(seconds)) }
        func storageFailed(_ seconds: Int64) -> HitScheduler.Effects { value.storageFailed(at: moment(seconds)) }
        func tick(_ seconds: Int64) -> HitScheduler.Effects { value.tick(at: moment(seconds)) }
        func waitsEnded(_ seconds: Int64) -> HitScheduler.Effects { value.waitsEnded(at: moment(seconds)) }
        func wake() -> Instant? { value.removeWake() }
        func begin(_ token: UInt64) -> Bool { value.begin(token) }
        func mayDrop(_ row: Int64) -> Bool { value.releaseForDrop(row: row, stream: "a") }
        func choose(_ status: PrivacyStatus) -> HitScheduler.Effects { value.setPrivacy(status, at: moment(0)) }
        func suspend(_ isSuspended: Bool) -> HitScheduler.Effects { value.setSuspended(isSuspended, at: moment(0)) }
        func configure() -> HitScheduler.Effects { value.configure(configuration, at: moment(0)) }
        func close() { value.close() }
    }

    private static func stored(_ row: Int64, _ stream: String, attempts: Int = 0) -> StoredHit {
        StoredHit(
            row: row,
            hit: HitQueue.Hit(
                id: "\(row)",
                stream: stream,
                payload: Data(),
                created: moment(0).date,
                attempts: attempts
            )
        )
    }

    private static func run(_ stream: String, _ hits: StoredHit..., leaseEnd: Int64 = 10_000) -> HitRun {
        HitRun(stream: stream, hits: hits[...], leaseEnd: moment(leaseEnd).date)
    }

    private static func result(_ runs: HitRun...) -> HitStepResult {
        var result = HitStepResult(isDone: true, isStorageWorking: true)
        result.runs = runs
        result.isEverythingClaimed = true
        return result
    }

    // MARK: - What is out

    @Test func noMoreStreamsAreOutThanMayBe() throws {
        var configuration = Self.configuration
        configuration.concurrentStreams = 2
        let scheduler = try Subject(configuration)
        let effects = try scheduler.give(
            Self.result(
                Self.run("a", Self.stored(1, "a"), Self.stored(2, "a")),
                Self.run("b", Self.stored(3, "b")),
                Self.run("c", Self.stored(4, "c"))
            )
        )
        #expect(effects.deliveries.map(\.hit.id) == ["1", "3"])
        #expect(effects.deliveries.map(\.token) == [0, 1])
        // While one waits for its turn no more are claimed.
        #expect(!scheduler.hitsWereStored().wantsStep)
        #expect(scheduler.step() == nil)
        let next = scheduler.answered(0, .sent)
        #expect(next.deliveries.map(\.hit.id) == ["4"])
        #expect(next.deliveries.map(\.token) == [2])
        // The first stream waits behind the third, and goes on when there is room.
        let last = scheduler.answered(1, .sent)
        #expect(last.deliveries.map(\.hit.id) == ["2"])
        // Nothing is claimed for what could not be sent.
        let plan = try #require(scheduler.step())
        #expect(plan.claimExcept == nil)
        #expect(plan.finished == ["b"])
        #expect(plan.settlements == [.sent(Self.stored(1, "a")), .sent(Self.stored(3, "b"))])
    }

    @Test(arguments: [(30, ["2"]), (31, [])] as [(Int64, [String])])
    func theNextHitGoesOutIfItsDeadlineIsWithinTheLease(_ seconds: Int64, _ ids: [String]) throws {
        let scheduler = try Subject()
        try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a"), Self.stored(2, "a"), leaseEnd: 60)))
        #expect(scheduler.answered(0, .sent, seconds).deliveries.map(\.hit.id) == ids)
    }

    @Test func whatIsNotOutIsNeitherBegunNorAnswered() throws {
        let scheduler = try Subject()
        try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a"))))
        #expect(!scheduler.begin(1))
        #expect(scheduler.begin(0))
        #expect(!scheduler.answered(1, .sent).wantsStep)
        #expect(scheduler.step() == nil)
        #expect(scheduler.answered(0, .sent).wantsStep)
        #expect(!scheduler.begin(0))
    }

    // MARK: - Answers

    private static let answers: [(HitAnswer, Int, HitSettlement)] = [
        (.sent, 0, .sent(stored(1, "a"))),
        (.discard(reason: "x"), 2, .discarded(stored(1, "a", attempts: 2), reason: "x")),
        (.setAside(reason: "x"), 0, .setAside(stored(1, "a", attempts: 1), reason: "x")),
        (.retry(after: nil, reason: "x"), 0, .postponed(stored(1, "a", attempts: 1), until: moment(1).date)),
        (.retry(after: nil, reason: "x"), 1, .postponed(stored(1, "a", attempts: 2), until: moment(2).date)),
        (.retry(after: nil, reason: "x"), 2, .setAside(stored(1, "a", attempts: 3), reason: "x")),
        (.retry(after: nil), 2, .setAside(stored(1, "a", attempts: 3), reason: "the processor asked to try again")),
        (.unreachable(after: nil), 0, .postponed(stored(1, "a"), until: moment(1).date)),
        (.unreachable(after: nil), 2, .postponed(stored(1, "a", attempts: 2), until: moment(2).date)),
    ]

    @Test(arguments: Self.answers)
    func anAnswerSaysWhatIsWritten(_ answer: HitAnswer, _ attempts: Int, _ settlement: HitSettlement) throws {
        let scheduler = try Subject()
        try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a", attempts: attempts))))
        #expect(scheduler.answered(0, answer).wantsStep)
        let plan = try #require(scheduler.step())
        #expect(plan.settlements == [settlement])
        #expect(plan.finished == ["a"])
    }

    /// How many seconds a stream waits after each answer.
    private static func waits(_ scheduler: Subject, _ answers: [HitAnswer], from token: UInt64 = 0) throws -> [Int64] {
        var waits: [Int64] = []
        for (place, answer) in answers.enumerated() {
            try scheduler.give(result(run("a", stored(1, "a"))))
            _ = scheduler.answered(token + UInt64(place), answer)
            let plan = try #require(scheduler.step())
            if case .postponed(_, let until)? = plan.settlements.first {
                waits.append((until.microseconds - moment(0).date.microseconds) / 1_000_000)
            } else {
                waits.append(0)
            }
            _ = scheduler.finish(result(), of: plan)
        }
        return waits
    }

    @Test func waitsGrowUntilAHitArrives() throws {
        let failure = HitAnswer.unreachable(after: nil)
        let scheduler = try Subject()
        #expect(try Self.waits(scheduler, [failure, failure, failure]) == [1, 2, 4])
        #expect(try Self.waits(scheduler, [.sent, failure, failure], from: 3) == [0, 1, 2])
        #expect(try Self.waits(scheduler, [.discard(reason: "x"), failure], from: 6) == [0, 1])
        #expect(try Self.waits(scheduler, [.setAside(reason: "x"), failure, failure], from: 8) == [0, 1, 2])
        // A user who opts out and in again begins anew.
        _ = scheduler.choose(.optedOut)
        _ = scheduler.choose(.optedIn)
        #expect(try Self.waits(scheduler, [failure], from: 11) == [1])
    }

    @Test(arguments: [(true, 0), (true, 2), (false, 0), (false, 2)])
    func noAnswerCountsFromTheDeadlineOn(_ counts: Bool, _ attempts: Int) throws {
        var configuration = Self.configuration
        configuration.countsUnanswered = counts
        let scheduler = try Subject(configuration)
        let effects = try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a", attempts: attempts))))
        #expect(effects.wantsTimer)
        #expect(scheduler.wake() == .zero + .seconds(30))
        #expect(!scheduler.tick(29).wantsStep)
        #expect(scheduler.step(29) == nil)
        #expect(scheduler.tick(30).wantsStep)
        let plan = try #require(scheduler.step(30))
        let hit = Self.stored(1, "a", attempts: counts ? attempts + 1 : attempts)
        let until = Self.moment(attempts == 0 ? 31 : 32).date
        #expect(
            plan.settlements == [
                counts && attempts == 2
                    ? .setAside(hit, reason: "no answer within \(configuration.deadline)")
                    : .postponed(hit, until: until)
            ]
        )
        #expect(!scheduler.answered(0, .sent, 31).wantsStep)
    }

    // MARK: - Waits

    @Test func aStreamThatWaitsIsClaimedWhenItIsDue() throws {
        let scheduler = try Subject()
        var due = Self.result()
        due.nextDue = Self.moment(40).date
        #expect(try scheduler.give(due).wantsTimer)
        #expect(scheduler.wake() == .zero + .seconds(40))
        #expect(!scheduler.tick(39).wantsStep)
        #expect(scheduler.wake() == .zero + .seconds(40))
        #expect(scheduler.tick(40).wantsStep)
        #expect(scheduler.wake() == nil)
        #expect(try #require(scheduler.step(40)).claimExcept == [])
    }

    @Test func whatIsTooOldIsLookedForWhenItIs() throws {
        let scheduler = try Subject()
        var result = Self.result()
        result.nextExpiry = Self.moment(50).date
        try scheduler.give(result)
        #expect(scheduler.wake() == .zero + .seconds(50))
        #expect(!scheduler.tick(49).wantsStep)
        #expect(scheduler.step(49) == nil)
        #expect(scheduler.tick(50).wantsStep)
        #expect(scheduler.wake() == nil)
        let plan = try #require(scheduler.step(50))
        #expect(plan.claimExcept == nil)
        #expect(plan.settlements.isEmpty)
        #expect(!scheduler.finish(Self.result(), of: plan, 50).wantsStep)
        #expect(scheduler.step(50) == nil)
    }

    @Test func theFirstOfTheHitsIsTheFirstThatAges() throws {
        var configuration = Self.configuration
        configuration.limits.age = .seconds(500)
        let scheduler = try Subject(configuration)
        #expect(scheduler.hitsWereStored(0).wantsTimer)
        _ = scheduler.hitsWereStored(5)
        #expect(scheduler.wake() == .zero + .seconds(500))
        configuration.limits.age = nil
        let ageless = try Subject(configuration)
        #expect(!ageless.hitsWereStored(0).wantsTimer)
        #expect(ageless.wake() == nil)
    }

    @Test func aTimerIsAskedForWhereItMustRingEarlier() throws {
        let scheduler = try Subject()
        var due = Self.result()
        due.nextDue = Self.moment(40).date
        #expect(try scheduler.give(due).wantsTimer)
        // One question is enough.
        #expect(try !scheduler.give(due).wantsTimer)
        #expect(scheduler.wake() == .zero + .seconds(40))
        #expect(try !scheduler.give(due).wantsTimer)
        due.nextDue = Self.moment(41).date
        #expect(try !scheduler.give(due).wantsTimer)
        due.nextDue = Self.moment(39).date
        #expect(try scheduler.give(due).wantsTimer)
        #expect(scheduler.wake() == .zero + .seconds(39))
        // What has rung is set again.
        #expect(scheduler.tick(1).wantsTimer)
    }

    @Test func endingWaitsClaimsAtOnce() throws {
        let scheduler = try Subject()
        try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a")), Self.run("b", Self.stored(2, "b"))))
        _ = scheduler.answered(0, .unreachable(after: nil))
        _ = scheduler.answered(1, .sent)
        let effects = scheduler.waitsEnded(7)
        #expect(!effects.wantsStep)
        let plan = try #require(scheduler.step(7))
        #expect(
            plan.settlements == [
                .postponed(Self.stored(1, "a"), until: Self.moment(7).date), .sent(Self.stored(2, "b")),
            ]
        )
        var due = Self.result()
        due.nextDue = Self.moment(40).date
        _ = scheduler.finish(due, of: plan, 7)
        #expect(scheduler.wake() == .zero + .seconds(40))
        #expect(scheduler.waitsEnded(8).wantsStep)
        #expect(scheduler.wake() == nil)
        #expect(try #require(scheduler.step(8)).claimExcept == [])
    }

    // MARK: - The storage

    @Test func aStorageThatFailedIsLeftAloneForItsTime() throws {
        var configuration = Self.configuration
        configuration.storageRetryInterval = .seconds(10)
        configuration.limits.age = nil
        let scheduler = try Subject(configuration)
        #expect(scheduler.storageFailed(0).wantsTimer)
        #expect(!scheduler.storageFailed(3).wantsTimer)
        #expect(scheduler.wake() == .zero + .seconds(10))
        #expect(!scheduler.hitsWereStored(9).wantsStep)
        #expect(scheduler.step(9) == nil)
        #expect(!scheduler.tick(9).wantsStep)
        #expect(scheduler.tick(10).wantsStep)
        let plan = try #require(scheduler.step(10))
        #expect(plan.claimExcept == [])
        // It took the step, and what waits in memory it did not take.
        var result = Self.result()
        result.isStorageWorking = false
        #expect(!scheduler.finish(result, of: plan, 10).wantsStep)
        #expect(scheduler.wake() == .zero + .seconds(20))
        #expect(scheduler.tick(20).wantsStep)
        let again = try #require(scheduler.step(20))
        _ = scheduler.storageFailed(20)
        // Once it works nothing is left to try.
        _ = scheduler.finish(Self.result(), of: again, 20)
        #expect(scheduler.wake() == nil)
    }

    @Test(arguments: [false, true])
    func whatAStepLeavesIsAskedForInTheNext(_ hasNewHits: Bool) throws {
        let scheduler = try Subject()
        var result = Self.result()
        result.isEverythingClaimed = hasNewHits
        result.hasNewHits = hasNewHits
        #expect(try scheduler.give(result).wantsStep)
        #expect(try #require(scheduler.step()).claimExcept == [])
    }

    @Test func aStepThatFailedIsMadeAgainBeforeWhatCameMeanwhile() throws {
        let scheduler = try Subject()
        try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a")), Self.run("b", Self.stored(2, "b"))))
        _ = scheduler.answered(0, .sent)
        let plan = try #require(scheduler.step())
        _ = scheduler.answered(1, .sent)
        _ = scheduler.finish(HitStepResult(isDone: false, isStorageWorking: true), of: plan)
        let again = try #require(scheduler.step())
        #expect(again.settlements == [.sent(Self.stored(1, "a")), .sent(Self.stored(2, "b"))])
        #expect(again.finished == ["a", "b"])
        #expect(again.claimExcept == [])
        #expect(!scheduler.mayDrop(1) && !scheduler.mayDrop(2))
    }

    // MARK: - Whether it may send

    @Test func suspendedItClaimsNothing() throws {
        let scheduler = try Subject(isSuspended: true)
        #expect(!scheduler.hitsWereStored().wantsStep)
        #expect(scheduler.step() == nil)
        #expect(scheduler.suspend(false).wantsStep)
        #expect(try #require(scheduler.step()).claimExcept == [])
        #expect(!scheduler.suspend(true).wantsStep)
    }

    @Test func anOptOutForgetsWhatIsOut() throws {
        let scheduler = try Subject()
        var result = Self.result(Self.run("a", Self.stored(1, "a")), Self.run("b", Self.stored(2, "b")))
        result.nextDue = Self.moment(40).date
        try scheduler.give(result)
        _ = scheduler.answered(1, .sent)
        #expect(!scheduler.mayDrop(1))
        _ = scheduler.choose(.optedOut)
        #expect(scheduler.mayDrop(1) && scheduler.mayDrop(2))
        #expect(scheduler.wake() == nil)
        #expect(scheduler.step() == nil)
        #expect(!scheduler.answered(0, .sent).wantsStep)
        #expect(scheduler.choose(.optedIn).wantsStep)
        let plan = try #require(scheduler.step())
        #expect(plan.claimExcept == [])
        #expect(plan.settlements.isEmpty && plan.finished.isEmpty)
    }

    @Test func otherParametersAreAppliedAtOnce() throws {
        let scheduler = try Subject()
        var result = Self.result()
        result.nextExpiry = Self.moment(50).date
        try scheduler.give(result)
        #expect(scheduler.configure().wantsStep)
        #expect(scheduler.wake() == nil)
        #expect(try #require(scheduler.step()).claimExcept == nil)
        #expect(scheduler.step() == nil)
    }

    @Test func aClosedOneAsksForNothing() throws {
        let scheduler = try Subject()
        try scheduler.give(Self.result(Self.run("a", Self.stored(1, "a"))))
        #expect(scheduler.begin(0))
        scheduler.close()
        #expect(!scheduler.hitsWereStored().wantsStep)
        #expect(!scheduler.answered(0, .sent).wantsStep)
        // Whoever closes it makes the last step without being asked.
        let plan = try #require(scheduler.step())
        #expect(plan.claimExcept == nil)
        #expect(plan.settlements.isEmpty && plan.finished.isEmpty)
    }
}
