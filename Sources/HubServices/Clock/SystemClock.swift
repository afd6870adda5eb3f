// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The clock of the system.
public struct SystemClock: HubClock {
    /// Makes the clock of the system.
    public init() {}

    /// The time since the system started; time in which it was suspended is not counted.
    public var now: Instant {
        #if canImport(Darwin)
            return Instant(nanoseconds: Int64(clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
        #else
            return Self.instant(of: CLOCK_MONOTONIC)
        #endif
    }

    /// The time since the system started, with that in which it was suspended.
    public var continuousNow: Instant {
        #if canImport(Darwin)
            return Instant(nanoseconds: Int64(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
        #else
            return Self.instant(of: CLOCK_BOOTTIME)
        #endif
    }

    #if !canImport(Darwin)
        private static func instant(of clock: clockid_t) -> Instant {
            var time = timespec()
            clock_gettime(clock, &time)
            return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
        }
    #endif

    /// The time of day.
    public var date: Date { Date() }

    /// Runs work once, on a global queue, after a duration.
    ///
    /// Cancelled work wakes no thread.
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        Timekeeper.shared.schedule(at: now + max(.zero, delay), work)
    }
}
