// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct RetryBackoffTests {
    @Test func growsUpToItsMaximum() {
        let backoff = RetryBackoff(initial: .seconds(1), multiplier: 3, maximum: .seconds(20), jitter: 0)
        let delays = (1...5).map { backoff.delay(afterFailures: $0, random: 0.9) }
        #expect(delays == [.seconds(1), .seconds(3), .seconds(9), .seconds(20), .seconds(20)])
    }

    @Test func jitterShortensTheWaitByItsShareOfChance() {
        let backoff = RetryBackoff(initial: .seconds(8), jitter: 0.5)
        #expect(backoff.delay(afterFailures: 1, random: 0) == .seconds(8))
        #expect(backoff.delay(afterFailures: 1, random: 0.5) == .seconds(6))
        #expect(backoff.delay(afterFailures: 1, random: 1) == .seconds(4))
    }

    @Test func endsAfterItsAttempts() {
        let backoff = RetryBackoff(maximumAttempts: 2)
        #expect(backoff.delay(afterFailures: 1, random: 0) != nil)
        #expect(backoff.delay(afterFailures: 2, random: 0) == nil)
        #expect(RetryBackoff(maximumAttempts: 1).delay(afterFailures: 1, random: 0) == nil)
    }

    @Test func serversWishIsFollowedWithinTheMaximum() {
        let backoff = RetryBackoff(initial: .seconds(1), maximum: .seconds(60), jitter: 0)
        #expect(backoff.delay(afterFailures: 1, random: 0, asked: .seconds(30)) == .seconds(30))
        #expect(backoff.delay(afterFailures: 1, random: 0, asked: .seconds(3_600)) == .seconds(60))
        #expect(backoff.delay(afterFailures: 4, random: 0, asked: .seconds(2)) == .seconds(8))
    }

    @Test(arguments: [Int.max, 100_000, 0, -5])
    func survivesAnyNumberOfFailures(_ failures: Int) throws {
        let delay = try #require(RetryBackoff(multiplier: 10, jitter: 0).delay(afterFailures: failures, random: 0))
        #expect(delay >= .seconds(1) && delay <= .seconds(300))
    }

    @Test func oddSettingsNeverGiveNegativeWaits() throws {
        let backoff = RetryBackoff(initial: .seconds(-1), multiplier: -3, maximum: .seconds(-5), jitter: 9)
        let delay = try #require(backoff.delay(afterFailures: 3, random: 7, asked: .seconds(1)))
        #expect(delay == .zero)
    }
}
