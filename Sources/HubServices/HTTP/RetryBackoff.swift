// SPDX-License-Identifier: Apache-2.0

/// A policy of delays before something that failed is tried again: exponentially longer, with jitter, up to a limit.
///
/// Jitter prevents devices that lost the same server from returning to it at the same time. Durations below zero count
/// as zero.
package struct RetryBackoff: Sendable, Hashable {
    /// The delay after the first failure, before jitter.
    package var initial: Duration
    /// The factor by which the delay grows after each further failure; 1 or more.
    package var multiplier: Double
    /// The longest delay.
    package var maximum: Duration
    /// The random part of the delay, 0 to 1: 0.5 waits between half of it and all of it.
    package var jitter: Double
    /// The total number of attempts; nil for no limit; 1 never retries.
    package var maximumAttempts: Int?
    /// The longest delay that a server can request; nil for ``maximum``.
    package var longestRequest: Duration?

    package init(
        initial: Duration = .seconds(1),
        multiplier: Double = 2,
        maximum: Duration = .seconds(300),
        jitter: Double = 0.5,
        maximumAttempts: Int? = nil,
        longestRequest: Duration? = nil
    ) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
        self.maximumAttempts = maximumAttempts
        self.longestRequest = longestRequest
    }

    /// Returns a policy with delays drawn evenly between zero and a ceiling that doubles with each failure.
    ///
    /// That spreads the clients of a server that comes back after an outage.
    ///
    /// - Parameters:
    ///   - initial: The ceiling after the first failure.
    ///   - maximum: The highest ceiling.
    ///   - longestRequest: The longest delay that a server can request.
    /// - Returns: A policy that doubles and has a ``jitter`` of 1.
    package static func fullJitter(
        initial: Duration = .seconds(1),
        maximum: Duration = .seconds(300),
        longestRequest: Duration = .seconds(86_400)
    ) -> RetryBackoff {
        RetryBackoff(
            initial: initial,
            maximum: maximum,
            jitter: 1,
            longestRequest: longestRequest
        )
    }

    /// Returns the delay after a failure: the longer of the policy's own and the one that the server requested.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures, 1 or more.
    ///   - random: A number from 0 up to 1, drawn for this delay.
    ///   - asked: The delay that the server requested, if any; limited to ``longestRequest``, or ``maximum``.
    /// - Returns: The delay, or nil if there is no further attempt.
    package func delay(afterFailures failures: Int, random: Double, asked: Duration? = nil) -> Duration? {
        if let maximumAttempts, failures >= maximumAttempts { return nil }
        let chance = min(1, max(0, jitter)) * min(1, max(0, random))
        let own = Self.whole(secondsBeforeJitter(failures) * (1 - chance))
        return asked.map { max(own, min($0, max(.zero, longestRequest ?? maximum))) } ?? own
    }

    /// Returns the delay after a failure, whatever ``maximumAttempts`` is, for those who count attempts themselves.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures; less than 1 counts as 1.
    ///   - generator: The source of the jitter.
    /// - Returns: The delay.
    package func wait(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let longest = secondsBeforeJitter(failures)
        let shortest = longest * (1 - min(1, max(0, jitter)))
        let range = Self.whole(shortest).nanoseconds...Self.whole(longest).nanoseconds
        return .nanoseconds(Int64.random(in: range, using: &generator))
    }

    /// The longest delay that this policy ever gives.
    package var longest: Duration { max(.zero, maximum, longestRequest ?? .zero) }

    /// Returns a duration in whole nanoseconds, as clocks count: a fraction of one would end just before its time.
    private static func whole(_ seconds: Double) -> Duration {
        .nanoseconds(Duration.seconds(seconds).nanoseconds)
    }

    private func secondsBeforeJitter(_ failures: Int) -> Double {
        // More makes no difference, and infinity times zero is no number.
        var growth = 1.0
        for _ in 1..<min(max(1, failures), 1_024) where growth < 1e12 { growth *= max(1, multiplier) }
        return min(max(0, maximum.inSeconds), max(0, initial.inSeconds) * min(growth, 1e12))
    }
}
