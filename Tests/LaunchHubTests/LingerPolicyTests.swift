// SPDX-License-Identifier: Apache-2.0

import LaunchHub
import Testing

/// When a worker without a job stays awake.
struct LingerPolicyTests {
    private static let short = LingerPolicy.shortSleep
    private static let long = LingerPolicy.shortSleep + .nanoseconds(1)

    /// The number of short sleeps until the policy lets the worker linger.
    private func sleepsUntilLingering(_ policy: LingerPolicy) -> Int {
        var policy = policy
        var count = 0
        while !policy.allowsLingering, count < 1_000 {
            policy.slept(for: Self.short, hasLingered: false)
            count += 1
        }
        return count
    }

    @Test func isolatedWorkNeverFindsAWorkerLingering() {
        var policy = LingerPolicy()
        #expect(!policy.allowsLingering)
        for _ in 0..<100 {
            policy.slept(for: Self.long, hasLingered: false)
            #expect(!policy.allowsLingering)
        }
    }

    @Test func aWorkerLingersAfterASleepThatLingeringWouldHaveBridged() {
        var policy = LingerPolicy()
        policy.slept(for: Self.short, hasLingered: false)
        #expect(policy.allowsLingering)
        policy.foundJob(after: LingerPolicy.flood)
        #expect(policy.allowsLingering)
        policy.slept(for: Self.long, hasLingered: false)
        #expect(!policy.allowsLingering)
    }

    @Test func lingeringInVainTakesTwiceAsManyShortSleepsEachTime() {
        var policy = LingerPolicy()
        var counts: [Int] = []
        for _ in 0..<8 {
            counts.append(sleepsUntilLingering(policy))
            policy.slept(for: Self.short, hasLingered: true)
        }
        #expect(counts == [1, 2, 4, 8, 16, 32, 64, 64])
    }

    @Test func aLongSleepBeginsTheCountAnew() {
        var policy = LingerPolicy()
        policy.slept(for: Self.short, hasLingered: true)
        policy.slept(for: Self.short, hasLingered: true)
        for _ in 0..<3 { policy.slept(for: Self.short, hasLingered: false) }
        policy.slept(for: Self.long, hasLingered: false)
        #expect(sleepsUntilLingering(policy) == 4)
    }

    @Test func aJobThatComesInTimeMakesUpForWhatWasInVain() {
        var policy = LingerPolicy()
        for _ in 0..<3 { policy.slept(for: Self.short, hasLingered: true) }
        #expect(sleepsUntilLingering(policy) == 8)
        policy.foundJob(after: LingerPolicy.longest)
        policy.slept(for: Self.long, hasLingered: false)
        #expect(sleepsUntilLingering(policy) == 1)
    }

    /// Pieces of work that come at once are handled together where the worker sleeps meanwhile.
    @Test func aFloodDiscouragesLingering() {
        var policy = LingerPolicy()
        policy.slept(for: Self.short, hasLingered: false)
        policy.foundJob(after: LingerPolicy.flood - .nanoseconds(1))
        #expect(!policy.allowsLingering)
        #expect(sleepsUntilLingering(policy) == 2)
    }
}
