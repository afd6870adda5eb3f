// SPDX-License-Identifier: Apache-2.0

/// A policy of delays before a failed request is retried: exponentially longer, with jitter, up to a limit.
///
/// Jitter prevents devices that lost the same server from returning to it at the same time.
public struct RetryBackoff: Sendable, Hashable {
    /// The delay after the first failure, before jitter.
    public var initial: Duration
    /// The factor by which the delay grows after each further failure; 1 or more.
    public var multiplier: Double
    /// The longest delay.
    public var maximum: Duration
    /// The random part of the delay, 0 to 1: 0.5 waits between half of it and all of it.
    public var jitter: Double
    /// The total number of attempts; nil for no limit; 1 never retries.
    public var maximumAttempts: Int?

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - initial: The delay after the first failure, before jitter.
    ///   - multiplier: The factor by which the delay grows after each further failure; less than 1 counts as 1.
    ///   - maximum: The longest delay.
    ///   - jitter: The random part of the delay; clamped to 0 through 1.
    ///   - maximumAttempts: The total number of attempts; nil for no limit.
    public init(
        initial: Duration = .seconds(1),
        multiplier: Double = 2,
        maximum: Duration = .seconds(300),
        jitter: Double = 0.5,
        maximumAttempts: Int? = nil
    ) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
        self.maximumAttempts = maximumAttempts
    }

    /// Returns the delay after a failure.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures, 1 or more.
    ///   - random: A number from 0 up to 1, drawn for this delay.
    ///   - asked: The shortest delay that the server requested, if any; limited to ``maximum``.
    /// - Returns: The delay, or nil if there is no further attempt.
    public func delay(afterFailures failures: Int, random: Double, asked: Duration? = nil) -> Duration? {
        if let maximumAttempts, failures >= maximumAttempts { return nil }
        let longest = max(0, maximum.inSeconds)
        let grown = max(0, initial.inSeconds) * RetryBackoff.power(max(1, multiplier), max(0, failures - 1))
        let wait = min(longest, grown)
        let chance = min(1, max(0, jitter)) * min(1, max(0, random))
        let jittered = Duration.seconds(wait * (1 - chance))
        guard let asked else { return jittered }
        return max(jittered, min(asked, max(.zero, maximum)))
    }

    /// Returns a power that stops growing when that makes no difference, so that it never overflows into infinity.
    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<min(exponent, 1_024) {
            result *= base
            if result > 1e12 { return 1e12 }
        }
        return result
    }
}
