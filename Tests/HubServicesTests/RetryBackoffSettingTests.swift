// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Settings of less than one, and what a policy is where nothing is said.
struct RetryBackoffSettingTests {
    @Test(arguments: [0.5, 0, -3, 1] as [Double])
    func aDelayNeverShrinks(_ multiplier: Double) {
        let policy = RetryBackoff(initial: .seconds(8), multiplier: multiplier, jitter: 0)
        #expect([0, 1, 2, 3, 40].allSatisfy { policy.ceiling(afterFailures: $0) == .seconds(8) })
    }

    @Test func aDelayGrowsByItsFactor() {
        let policy = RetryBackoff(initial: .seconds(8), multiplier: 1.5, maximum: .seconds(28), jitter: 0)
        let seconds: [Int64] = [8, 12, 18, 27, 28]
        #expect((1...5).map { policy.ceiling(afterFailures: $0) } == seconds.map { Duration.seconds($0) })
    }

    @Test func partsOfSecondsAreKept() {
        let policy = RetryBackoff(initial: .milliseconds(125), maximum: .milliseconds(750), jitter: 0)
        let milliseconds: [Int64] = [125, 250, 500, 750, 750]
        #expect((1...5).map { policy.ceiling(afterFailures: $0) } == milliseconds.map { Duration.milliseconds($0) })
        #expect(policy.longest == .milliseconds(750))
        let request = Duration.milliseconds(625)
        #expect(policy.delay(afterFailures: 1, random: 0.5, asked: request) == request)
        #expect(RetryBackoff(initial: .zero).ceiling(afterFailures: 3) == .zero)
    }

    @Test func whatIsNotSaidIsASecondThatDoubles() {
        let policy = RetryBackoff()
        let seconds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256]
        #expect((1...9).map { policy.ceiling(afterFailures: $0) } == seconds.map { Duration.seconds($0) })
        #expect(policy.ceiling(afterFailures: 10) == .seconds(300))
        #expect(policy.delay(afterFailures: 3, random: 0.5) == .seconds(3))
        #expect(policy.delay(afterFailures: .max, random: 0) == .seconds(300))
        #expect(policy.delay(afterFailures: 1, random: 0, asked: .seconds(301)) == .seconds(300))
        #expect(policy.delay(afterFailures: 9, random: 0, asked: .seconds(2)) == .seconds(256))
        #expect(!policy.prefersRequest && policy.maximumAttempts == nil && policy.longestRequest == nil)
    }
}
