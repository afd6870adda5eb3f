// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

/// When a worker without a job stays awake.
struct LingerPolicyTests {
    private static let short = LingerPolicy.shortest
    private static let long = LingerPolicy.shortest + .nanoseconds(1)

    /// The number of short sleeps until the policy lets the worker linger.
    private func sleepsUntilLingering(_ policy: LingerPolicy) -> Int {
        var policy = policy
        var count = 0
        while !policy.allowsLingering, count < 1_000 {
            policy.slept(for: Self.short, wokeIn: .zero, hasLingered: false)
            count += 1
        }
        return count
    }

    @Test func isolatedWorkNeverFindsAWorkerLingering() {
        var policy = LingerPolicy()
        #expect(!policy.allowsLingering)
        for _ in 0..<100 {
            policy.slept(for: Self.long, wokeIn: .zero, hasLingered: false)
            #expect(!policy.allowsLingering)
        }
    }

    @Test func aWorkerLingersAfterASleepThatLingeringWouldHaveBridged() {
        var policy = LingerPolicy()
        policy.slept(for: Self.short, wokeIn: .zero, hasLingered: false)
        #expect(policy.allowsLingering)
        policy.foundJob(after: LingerPolicy.flood)
        #expect(policy.allowsLingering)
        policy.slept(for: Self.long, wokeIn: .zero, hasLingered: false)
        #expect(!policy.allowsLingering)
    }

    @Test func lingeringInVainTakesTwiceAsManyShortSleepsEachTime() {
        var policy = LingerPolicy()
        var counts: [Int] = []
        for _ in 0..<8 {
            counts.append(sleepsUntilLingering(policy))
            policy.slept(for: Self.short, wokeIn: .zero, hasLingered: true)
        }
        #expect(counts == [1, 2, 4, 8, 16, 32, 64, 64])
    }

    @Test func aLongSleepBeginsTheCountAnew() {
        var policy = LingerPolicy()
        policy.slept(for: Self.short, wokeIn: .zero, hasLingered: true)
        policy.slept(for: Self.short, wokeIn: .zero, hasLingered: true)
        for _ in 0..<3 { policy.slept(for: Self.short, wokeIn: .zero, hasLingered: false) }
        policy.slept(for: Self.long, wokeIn: .zero, hasLingered: false)
        #expect(sleepsUntilLingering(policy) == 4)
    }

    @Test func aJobThatComesInTimeMakesUpForWhatWasInVain() {
        var policy = LingerPolicy()
        for _ in 0..<3 { policy.slept(for: Self.short, wokeIn: .zero, hasLingered: true) }
        #expect(sleepsUntilLingering(policy) == 8)
        policy.foundJob(after: LingerPolicy.shortest)
        policy.slept(for: Self.long, wokeIn: .zero, hasLingered: false)
        #expect(sleepsUntilLingering(policy) == 1)
    }

    /// A policy whose worker lingered, and got a job after a time.
    private func policy(afterJobIn time: Duration) -> LingerPolicy {
        var policy = LingerPolicy()
        policy.slept(for: Self.short, wokeIn: .zero, hasLingered: false)
        policy.foundJob(after: time)
        return policy
    }

    /// Pieces of work that come at once are handled together.
    @Test func inAFloodTheWorkerStaysAwakeAndLetsPiecesGather() {
        let flooded = policy(afterJobIn: LingerPolicy.flood - .nanoseconds(1))
        #expect(flooded.allowsLingering)
        #expect(flooded.isFlooded)
        #expect(flooded.gathering == LingerPolicy.gatheringTime)
        #expect(flooded.gathering < flooded.patience)
        let usual = policy(afterJobIn: LingerPolicy.flood)
        #expect(usual.allowsLingering)
        #expect(!usual.isFlooded)
        #expect(usual.gathering == .zero)
    }

    @Test func aFloodIsOverWhenAJobTakesItsTimeOrTheWorkerSleeps() {
        var policy = policy(afterJobIn: .zero)
        policy.foundJob(after: LingerPolicy.flood)
        #expect(!policy.isFlooded)
        policy.foundJob(after: .zero)
        #expect(policy.isFlooded)
        policy.slept(for: Self.short, wokeIn: .zero, hasLingered: true)
        #expect(!policy.isFlooded)
    }

    /// Where the worker has no time to wait, another one is to help.
    @Test func aWorkerThatNeverWaitsIsBusyAndNotFlooded() {
        var policy = policy(afterJobIn: .zero)
        for _ in 1..<LingerPolicy.mostInARow { policy.tookJob() }
        #expect(policy.isFlooded)
        var other = policy
        policy.tookJob()
        #expect(!policy.isFlooded)
        other.foundJob(after: .zero)
        other.tookJob()
        #expect(other.isFlooded)
    }

    /// Whoever waits for an answer has to wake before it asks again.
    @Test func whereThreadsWakeSlowlyAWorkerLingersLonger() {
        var policy = LingerPolicy()
        #expect(policy.patience == LingerPolicy.shortest)
        for _ in 0..<100 { policy.slept(for: .microseconds(50), wokeIn: .microseconds(30), hasLingered: false) }
        #expect(abs((policy.patience - .microseconds(60)).nanoseconds) < 1_000)
        #expect(policy.allowsLingering)
        for _ in 0..<100 { policy.slept(for: .seconds(1), wokeIn: .microseconds(1), hasLingered: false) }
        #expect(policy.patience == LingerPolicy.shortest)
        #expect(!policy.allowsLingering)
    }

    @Test func aSingleSlowWakeChangesLittle() {
        var policy = LingerPolicy()
        policy.slept(for: .seconds(1), wokeIn: .seconds(1), hasLingered: false)
        #expect(policy.patience == LingerPolicy.shortest)
    }

    @Test func noTimeToWakeMakesAWorkerLingerForLong() {
        var policy = LingerPolicy()
        for _ in 0..<1_000 { policy.slept(for: .seconds(1), wokeIn: .seconds(1_000_000), hasLingered: false) }
        #expect(policy.patience <= LingerPolicy.longest)
        #expect(policy.patience > LingerPolicy.longest * 9 / 10)
        for _ in 0..<1_000 { policy.slept(for: .seconds(-1), wokeIn: .seconds(-1), hasLingered: false) }
        #expect(policy.patience == LingerPolicy.shortest)
    }
}
