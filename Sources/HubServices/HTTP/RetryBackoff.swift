// SPDX-License-Identifier: Apache-2.0

/// How long to wait before a failed request is tried again: exponentially longer, with jitter, up to a limit.
///
/// Jitter keeps the devices that lost one server from coming back to it in step.
public struct RetryBackoff: Sendable, Hashable {
    /// The wait after the first failure, before jitter.
    public var initial: Duration
    /// What the wait is multiplied with after each further failure; 1 or more.
    public var multiplier: Double
    /// The longest wait.
    public var maximum: Duration
    /// Which part of the wait is left to chance, 0 to 1: 0.5 waits between half and all of it.
    public var jitter: Double
    /// How many tries there are in all, or nil for no end; 1 never tries again.
    public var maximumAttempts: Int?

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - initial: The wait after the first failure, before jitter.
    ///   - multiplier: What the wait is multiplied with after each further failure; less than 1 counts as 1.
    ///   - maximum: The longest wait.
    ///   - jitter: Which part of the wait is left to chance; held within 0 to 1.
    ///   - maximumAttempts: How many tries there are in all, or nil for no end.
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

    /// The wait after a failure.
    ///
    /// - Parameters:
    ///   - failures: How many tries have failed in a row, 1 or more.
    ///   - random: A number from 0 up to 1, drawn for this wait.
    ///   - asked: The least wait that the server asked for, where it did; held within ``maximum``.
    /// - Returns: How long to wait, or nil where there is no further try.
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

    /// A power that stops growing where nothing can tell the difference, so that it never overflows into infinity.
    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<min(exponent, 1_024) {
            result *= base
            if result > 1e12 { return 1e12 }
        }
        return result
    }
}
