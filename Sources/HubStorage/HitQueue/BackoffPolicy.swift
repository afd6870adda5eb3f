// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How long a stream waits after a hit failed: exponential, with full jitter.
///
/// The wait is drawn evenly between zero and a ceiling that doubles with each failure. That spreads the clients of a
/// collector that comes back after an outage, instead of having all of them return at the same moments.
public struct BackoffPolicy: Sendable, Hashable {
    /// The ceiling after the first failure.
    public var base: Duration
    /// The highest ceiling.
    public var maximum: Duration
    /// The longest wait that a receiver can ask for; what is above is cut.
    public var longestRequest: Duration

    /// Makes a policy.
    ///
    /// Durations below zero count as zero.
    ///
    /// - Parameters:
    ///   - base: The ceiling after the first failure.
    ///   - maximum: The highest ceiling.
    ///   - longestRequest: The longest wait that a receiver can ask for.
    public init(
        base: Duration = .seconds(1),
        maximum: Duration = .seconds(300),
        longestRequest: Duration = .seconds(86_400)
    ) {
        self.base = max(.zero, base)
        self.maximum = max(.zero, maximum)
        self.longestRequest = max(.zero, longestRequest)
    }

    /// Returns the longest wait after a number of failures.
    ///
    /// - Parameter failures: Failures in a row; less than 1 counts as 1.
    /// - Returns: The base, doubled with each failure after the first, at most the policy's maximum.
    public func ceiling(afterFailures failures: Int) -> Duration {
        let doublings = min(max(1, failures) - 1, 62)
        let (scaled, overflow) = base.nanoseconds.multipliedReportingOverflow(by: 1 << Int64(doublings))
        return overflow ? maximum : min(.nanoseconds(scaled), maximum)
    }

    /// Returns how long to wait after a number of failures.
    ///
    /// - Parameters:
    ///   - failures: Failures in a row; less than 1 counts as 1.
    ///   - request: The wait that the receiver asked for, which takes precedence over the policy; nil if it asked for
    ///     none.
    ///   - generator: The source of the jitter.
    /// - Returns: The requested wait, from zero to the longest that the policy accepts; without a request a random wait
    ///   from zero to ``ceiling(afterFailures:)``.
    public func delay(
        afterFailures failures: Int,
        request: Duration? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        if let request {
            return min(max(.zero, request), longestRequest)
        }
        return .nanoseconds(Int64.random(in: 0...ceiling(afterFailures: failures).nanoseconds, using: &generator))
    }

    /// The longest wait that this policy ever gives.
    package var longest: Duration { max(maximum, longestRequest) }
}
