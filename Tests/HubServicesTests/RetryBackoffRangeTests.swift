// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// The ranges that delays are drawn from, and settings beyond their bounds.
struct RetryBackoffRangeTests {
    /// A thousand delays after a first failure, before which the ceiling is eight seconds.
    private func waits(jitter: Double) -> [Duration] {
        let policy = RetryBackoff(initial: .seconds(8), jitter: jitter)
        var generator = SeededGenerator(seed: 7)
        return (0..<1_000).map { _ in policy.wait(afterFailures: 1, using: &generator) }
    }

    @Test func halfOfADelayIsDrawnWhereTheJitterIsAHalf() {
        let delays = waits(jitter: 0.5)
        #expect(delays.allSatisfy { $0 >= .seconds(4) && $0 <= .seconds(8) })
        #expect(delays.contains { $0 < .milliseconds(4_100) } && delays.contains { $0 > .milliseconds(7_900) })
    }

    @Test(arguments: [0, -1] as [Double])
    func withoutJitterADelayIsItsCeiling(_ jitter: Double) {
        #expect(waits(jitter: jitter).allSatisfy { $0 == .seconds(8) })
    }

    @Test(arguments: [1, 2, 9] as [Double])
    func noMoreThanAllOfADelayIsDrawn(_ jitter: Double) {
        let delays = waits(jitter: jitter)
        #expect(delays.allSatisfy { $0 > .zero && $0 <= .seconds(8) })
        #expect(delays.contains { $0 < .milliseconds(200) } && delays.contains { $0 > .milliseconds(7_800) })
        #expect((450...550).contains(delays.count { $0 < .seconds(4) }))
    }

    /// The jitter, what was drawn, and the delay in seconds.
    @Test(
        arguments: [(0.5, 7, 4), (0.5, -1, 8), (9, 0.5, 4), (9, 7, 0), (-1, 1, 8), (1, 1, 0)]
            as [(Double, Double, Double)]
    )
    func whatIsDrawnIsHeldWithinItsBounds(_ jitter: Double, _ random: Double, _ seconds: Double) {
        let policy = RetryBackoff(initial: .seconds(8), jitter: jitter)
        #expect(policy.delay(afterFailures: 1, random: random) == .seconds(seconds))
    }

    /// What a server asks for is the least where it does not take precedence, and the delay where it does.
    @Test(
        arguments: [(3, 8, 3), (30, 30, 30), (300, 300, 300), (301, 300, 300), (-1, 8, 0)]
            as [(Int64, Int64, Int64)]
    )
    func aRequestIsTheLeastOrTheDelay(_ asked: Int64, _ least: Int64, _ preferred: Int64) {
        var policy = RetryBackoff(initial: .seconds(8), jitter: 0)
        var generator = SeededGenerator(seed: 7)
        let request = Duration.seconds(asked)
        #expect(policy.wait(afterFailures: 1, asked: request, using: &generator) == .seconds(least))
        #expect(policy.delay(afterFailures: 1, random: 0, asked: request) == .seconds(least))
        policy.prefersRequest = true
        #expect(policy.wait(afterFailures: 1, asked: request, using: &generator) == .seconds(preferred))
        #expect(policy.delay(afterFailures: 1, random: 0, asked: request) == .seconds(preferred))
        #expect(policy.delay(afterFailures: 1, random: 0) == .seconds(8))
    }

    @Test func theLongestDelayIsThatOfThePolicyOrOfARequest() {
        #expect(RetryBackoff().longest == .seconds(300))
        #expect(RetryBackoff(longestRequest: .seconds(500)).longest == .seconds(500))
        #expect(RetryBackoff(longestRequest: .seconds(200)).longest == .seconds(300))
        #expect(RetryBackoff(maximum: .seconds(-1)).longest == .zero)
        #expect(RetryBackoff(maximum: .seconds(-1)).ceiling(afterFailures: 1) == .zero)
    }

    @Test func whoCountsAttemptsAloneGetsADelayBehindTheLast() {
        let policy = RetryBackoff(jitter: 0, maximumAttempts: 1)
        var generator = SeededGenerator(seed: 7)
        #expect(policy.wait(afterFailures: 5, using: &generator) == .seconds(16))
        #expect(policy.delay(afterFailures: 1, random: 0) == nil)
    }

    /// A delay that grows slowly grows for 1,024 failures.
    @Test func aDelayStopsGrowing() {
        let policy = RetryBackoff(initial: .seconds(1), multiplier: 1.01, maximum: .seconds(1_000_000), jitter: 0)
        var generator = SeededGenerator(seed: 1)
        let delays = [1_024, 1_025, 1_026, 2_000].map { policy.wait(afterFailures: $0, using: &generator) }
        #expect(delays[0] < delays[1])
        #expect(delays[1] == delays[2] && delays[2] == delays[3])
    }
}
