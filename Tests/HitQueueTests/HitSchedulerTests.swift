// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing
import HubStorage

/// The decisions on their own, with neither storage nor threads: what a running queue meets only now and then.
struct HitSchedulerTests {
    private static let start = HitMoment(now: .zero, date: Date(timeIntervalSince1970: 1_000))

    private static func moment(_ seconds: Int64) -> HitMoment {
        HitMoment(now: .zero + .seconds(seconds), date: Date(timeIntervalSince1970: 1_000 + Double(seconds)))
    }

    /// The value under test, in a class, since expectations cannot call what changes a value.
    private final class Subject {
        private var value: HitScheduler

        init(_ configuration: HitQueue.Configuration = HitQueue.Configuration()) {
            value = HitScheduler(configuration: configuration, privacy: .optedIn, random: SeededGenerator(seed: 1))
        }

        func start() -> HitScheduler.Effects {
            value.start(isSuspended: false, at: HitSchedulerTests.start)
        }

        func beginStep(_ seconds: Int64 = 0) -> HitStepPlan? {
            value.beginStep(at: moment(seconds))
        }

        func finishStep(_ result: HitStepResult, of plan: HitStepPlan) -> HitScheduler.Effects {
            value.finishStep(result, of: plan, at: HitSchedulerTests.start)
        }

        func answered(_ token: UInt64, _ answer: HitAnswer, _ seconds: Int64 = 0) -> HitScheduler.Effects {
            value.answered(token, answer, at: moment(seconds))
        }

        func hitsWereStored() -> HitScheduler.Effects { value.hitsWereStored(at: HitSchedulerTests.start) }
        func tick(_ seconds: Int64) -> HitScheduler.Effects { value.tick(at: moment(seconds)) }
        func removeWake() -> Instant? { value.removeWake() }
        func begin(_ token: UInt64) -> Bool { value.begin(token) }
        func mayDrop(_ row: Int64) -> Bool { value.releaseForDrop(row: row, stream: "a") }
        func optOut() { _ = value.setPrivacy(.optedOut, at: HitSchedulerTests.start) }
        func suspend() { _ = value.setSuspended(true, at: HitSchedulerTests.start) }
        func close() { value.close() }
    }

    private static func run(_ stream: String, rows: ClosedRange<Int64>, leaseEnd: Int64 = 60) -> HitRun {
        let hits = rows.map { row in
            StoredHit(
                row: row,
                hit: HitQueue.Hit(id: "\(row)", stream: stream, payload: Data(), created: start.date)
            )
        }
        return HitRun(stream: stream, hits: hits[...], leaseEnd: moment(leaseEnd).date)
    }

    private static func result(_ runs: HitRun..., isEverythingClaimed: Bool = true) -> HitStepResult {
        var result = HitStepResult(isDone: true, isStorageWorking: true)
        result.runs = runs
        result.isEverythingClaimed = isEverythingClaimed
        return result
    }

    /// A scheduler that was given one run and has its first hit out, and the token of that.
    private static func subjectWithOneOut(_ run: HitRun) throws -> (Subject, UInt64) {
        let scheduler = Subject()
        _ = scheduler.start()
        let plan = try #require(scheduler.beginStep())
        let effects = scheduler.finishStep(result(run), of: plan)
        let token = try #require(effects.deliveries.first?.token)
        #expect(scheduler.begin(token))
        return (scheduler, token)
    }

    @Test func aStreamThatEndsDuringAStepIsAskedForInTheNext() throws {
        let (scheduler, token) = try Self.subjectWithOneOut(Self.run("a", rows: 1...1))
        #expect(scheduler.hitsWereStored().wantsStep)
        let plan = try #require(scheduler.beginStep())
        #expect(plan.claimExcept == ["a"])
        // The storage is being asked for everything but "a", and now "a" is done.
        _ = scheduler.answered(token, .sent)
        _ = scheduler.finishStep(Self.result(), of: plan)
        let next = try #require(scheduler.beginStep())
        #expect(next.claimExcept == [])
        #expect(next.finished == ["a"])
        #expect(next.settlements.map(\.stored.row) == [1])
    }

    @Test func oneStepIsAskedForAtATime() throws {
        let scheduler = Subject()
        #expect(scheduler.start().wantsStep)
        #expect(!scheduler.hitsWereStored().wantsStep)
        #expect(scheduler.beginStep() != nil)
        #expect(scheduler.hitsWereStored().wantsStep)
    }

    @Test func nothingIsWantedWhenThereIsNothing() throws {
        let scheduler = Subject()
        _ = scheduler.start()
        let plan = try #require(scheduler.beginStep())
        let effects = scheduler.finishStep(Self.result(), of: plan)
        #expect(!effects.wantsStep && !effects.wantsTimer && effects.deliveries.isEmpty)
        #expect(scheduler.beginStep() == nil)
    }

    @Test func whatAFailedStepDidNotWriteIsWrittenByTheNext() throws {
        let (scheduler, token) = try Self.subjectWithOneOut(Self.run("a", rows: 1...2))
        #expect(scheduler.removeWake() != nil)
        #expect(scheduler.answered(token, .sent).wantsStep)
        let plan = try #require(scheduler.beginStep())
        let failed = HitStepResult(isDone: false, isStorageWorking: false)
        let effects = scheduler.finishStep(failed, of: plan)
        // The storage is left alone for a second.
        #expect(!effects.wantsStep && effects.wantsTimer)
        #expect(scheduler.removeWake() == .zero + .seconds(1))
        #expect(scheduler.tick(1).wantsStep)
        let again = try #require(scheduler.beginStep(1))
        #expect(again.settlements == plan.settlements)
        #expect(again.settlements.count == 1)
    }

    @Test func whatIsSettledButNotWrittenMayNotBeDropped() throws {
        let (scheduler, token) = try Self.subjectWithOneOut(Self.run("a", rows: 1...3))
        #expect(!scheduler.mayDrop(1))
        _ = scheduler.answered(token, .sent)
        #expect(!scheduler.mayDrop(1))
        // The second is out by now, and the third is not.
        #expect(!scheduler.mayDrop(2))
        #expect(scheduler.mayDrop(3))
        let plan = try #require(scheduler.beginStep())
        _ = scheduler.finishStep(Self.result(), of: plan)
        #expect(scheduler.mayDrop(1))
        #expect(!scheduler.mayDrop(2))
    }

    @Test func aHitGoesOutOnlyIfItCanBeAnsweredWithinTheLease() throws {
        let (scheduler, token) = try Self.subjectWithOneOut(Self.run("a", rows: 1...2, leaseEnd: 60))
        let effects = scheduler.answered(token, .sent, 31)
        #expect(effects.deliveries.isEmpty && effects.wantsStep)
        let plan = try #require(scheduler.beginStep(31))
        #expect(plan.finished == ["a"])
        #expect(plan.claimExcept == [])
    }

    @Test func aHitThatFailedBeforeTheProcessBeganWaitsAsLongAsItWouldHave() throws {
        let hit = HitQueue.Hit(id: "1", stream: "a", payload: Data(), created: Self.start.date, attempts: 5)
        let stored = StoredHit(row: 1, hit: hit)
        let run = HitRun(stream: "a", hits: [stored], leaseEnd: Self.moment(60).date)
        let (scheduler, token) = try Self.subjectWithOneOut(run)
        _ = scheduler.answered(token, .retry(after: nil))
        let plan = try #require(scheduler.beginStep())
        guard case .postponed(let postponed, let until)? = plan.settlements.first else {
            Issue.record("it is settled as \(plan.settlements)")
            return
        }
        #expect(postponed.hit.attempts == 6)
        // The first failure of this process, and the sixth of the hit: its wait is drawn from half a minute.
        #expect(until > Self.moment(1).date && until <= Self.moment(32).date)
    }

    @Test func aDeliveryThatIsNoLongerWantedIsNotBegun() throws {
        let scheduler = Subject()
        _ = scheduler.start()
        let plan = try #require(scheduler.beginStep())
        let effects = scheduler.finishStep(Self.result(Self.run("a", rows: 1...1)), of: plan)
        let token = try #require(effects.deliveries.first?.token)
        scheduler.optOut()
        #expect(!scheduler.begin(token))
    }

    @Test func runsThatComeWhenSendingWasStoppedAreGivenBack() throws {
        let scheduler = Subject()
        _ = scheduler.start()
        let plan = try #require(scheduler.beginStep())
        scheduler.suspend()
        let effects = scheduler.finishStep(Self.result(Self.run("a", rows: 1...2)), of: plan)
        #expect(effects.deliveries.isEmpty)
        let next = try #require(scheduler.beginStep())
        #expect(next.finished == ["a"])
        #expect(next.claimExcept == nil)
    }

    @Test func aTimerThatIsAskedForLateIsSetForWhatIsNextThen() throws {
        let (scheduler, token) = try Self.subjectWithOneOut(Self.run("a", rows: 1...1))
        // The timer was asked for because of the deadline, which is gone before it is set.
        _ = scheduler.answered(token, .sent)
        #expect(scheduler.removeWake() == nil)
        var due = Self.result()
        due.nextDue = Self.moment(40).date
        let plan = try #require(scheduler.beginStep())
        #expect(scheduler.finishStep(due, of: plan).wantsTimer)
        #expect(scheduler.removeWake() == .zero + .seconds(40))
    }

    @Test func closingGivesBackWhatTheProcessorDoesNotHave() throws {
        let scheduler = Subject()
        _ = scheduler.start()
        let plan = try #require(scheduler.beginStep())
        let effects = scheduler.finishStep(
            Self.result(Self.run("a", rows: 1...2), Self.run("b", rows: 3...3), Self.run("c", rows: 4...4)),
            of: plan
        )
        #expect(effects.deliveries.map(\.hit.stream) == ["a", "b", "c"])
        #expect(scheduler.begin(effects.deliveries[0].token))
        scheduler.close()
        let last = try #require(scheduler.beginStep())
        #expect(last.finished == ["b", "c"])
        #expect(last.claimExcept == nil)
    }
}
