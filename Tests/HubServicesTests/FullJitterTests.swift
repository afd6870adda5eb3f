// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct FullJitterTests {
    private let policy = RetryBackoff.fullJitter(
        initial: .seconds(2),
        maximum: .seconds(60),
        longestRequest: .seconds(100)
    )

    @Test func ceilingDoublesUpToItsMaximum() {
        let ceilings = (1...7).map { policy.ceiling(afterFailures: $0) }
        #expect(ceilings == [2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test(arguments: [Int.min, -1, 0]) func fewerFailuresThanOneCountAsOne(failures: Int) {
        #expect(policy.ceiling(afterFailures: failures) == .seconds(2))
    }

    @Test func ceilingDoesNotOverflow() {
        #expect(policy.ceiling(afterFailures: .max) == .seconds(60))
        #expect(RetryBackoff.fullJitter(initial: .seconds(Int64.max)).ceiling(afterFailures: 2) == .seconds(300))
    }

    @Test func jitterIsFull() {
        var generator = SeededGenerator(seed: 7)
        let delays = (0..<1_000).map { _ in policy.wait(afterFailures: 3, using: &generator) }
        #expect(delays.allSatisfy { $0 >= .zero && $0 <= .seconds(8) })
        // Even over the whole range, down to nearly nothing and up to nearly the ceiling.
        #expect(delays.contains { $0 < .milliseconds(200) })
        #expect(delays.contains { $0 > .milliseconds(7_800) })
        #expect((450...550).contains(delays.count { $0 < .seconds(4) }))
    }

    @Test func requestOfTheReceiverWins() {
        var generator = SeededGenerator(seed: 7)
        #expect(policy.wait(afterFailures: 9, asked: .seconds(3), using: &generator) == .seconds(3))
    }

    @Test func requestIsHeldInRange() {
        var generator = SeededGenerator(seed: 7)
        #expect(policy.wait(afterFailures: 1, asked: .seconds(101), using: &generator) == .seconds(100))
        #expect(policy.wait(afterFailures: 1, asked: .seconds(-1), using: &generator) == .zero)
    }

    @Test func durationsBelowZeroCountAsZero() {
        var generator = SeededGenerator(seed: 7)
        let policy = RetryBackoff.fullJitter(initial: .seconds(-1), maximum: .seconds(-1), longestRequest: .seconds(-1))
        #expect(policy.wait(afterFailures: 5, using: &generator) == .zero)
        #expect(policy.wait(afterFailures: 5, asked: .seconds(9), using: &generator) == .zero)
    }

    @Test func delaysAreWholeNanosecondsAsClocksCount() {
        var generator = SeededGenerator(seed: 7)
        let delays = (0..<100).map { _ in policy.wait(afterFailures: 3, using: &generator) }
        #expect(delays.allSatisfy { $0 == .nanoseconds($0.nanoseconds) })
    }
}
