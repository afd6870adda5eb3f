// SPDX-License-Identifier: Apache-2.0

/// A point in time on a monotonic clock, in nanoseconds since an arbitrary origin.
///
/// Only differences between instants of the same clock are meaningful.
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    /// Makes an instant.
    ///
    /// - Parameter nanoseconds: Nanoseconds since the clock's origin.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The origin of a clock.
    public static let zero = Instant(nanoseconds: 0)

    /// An instant that is never reached.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// Orders instants of one clock.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant that lies a duration later.
    ///
    /// - Parameters:
    ///   - instant: The instant at which the duration begins.
    ///   - duration: A duration; a negative one leads to an earlier instant.
    /// - Returns: The later instant, or ``distantFuture`` if it is out of range.
    @inlinable
    public static func + (instant: Instant, duration: Duration) -> Instant {
        instant.adding(nanoseconds: duration.nanoseconds)
    }

    /// Returns the time between two instants of the same clock.
    ///
    /// - Parameters:
    ///   - later: The end of the time.
    ///   - earlier: The beginning of the time.
    /// - Returns: The duration from `earlier` to `later`; negative if `later` is the earlier of the two.
    @inlinable
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
    }

    /// The instant that lies some nanoseconds later, or ``distantFuture`` where that is out of range.
    @inlinable
    package func adding(nanoseconds: Int64) -> Instant {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return Instant(nanoseconds: overflow ? .max : sum)
    }

    /// The instant that lies some nanoseconds earlier, or the first one of all where that is out of range.
    @inlinable
    package func subtracting(nanoseconds: Int64) -> Instant {
        let (difference, overflow) = self.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return Instant(nanoseconds: overflow ? .min : difference)
    }

    /// The nanoseconds since an earlier instant of the same clock, without a `Duration` in between: for what is asked at
    /// each call.
    @inlinable
    package func nanoseconds(since earlier: Instant) -> Int64 { nanoseconds &- earlier.nanoseconds }

    /// The instant in seconds, for logs.
    public var description: String {
        "\(Double(nanoseconds) / 1e9) s"
    }
}

extension Duration {
    /// The duration in whole nanoseconds, clamped to the range of `Int64`.
    @inlinable
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, overflowed) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflowed { return seconds < 0 ? .min : .max }
        return sum
    }

    /// The duration in seconds, as a floating-point number.
    @inlinable
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// The duration in whole milliseconds, held within the range of `Int64`.
    package var wholeMilliseconds: Int64 { nanoseconds / 1_000_000 }

    /// The duration in milliseconds, as a floating-point number.
    @inlinable
    public var inMilliseconds: Double { inSeconds * 1_000 }
}
