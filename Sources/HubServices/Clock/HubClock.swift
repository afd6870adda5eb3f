// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A clock for a hub and its extensions.
///
/// Every component receives its clock from outside, so that a test, a replay or a certification can advance time by
/// hand.
public protocol HubClock: Sendable {
    /// The time on a clock that never jumps, and that stands still while the device sleeps: what is watched is measured by
    /// it.
    var now: Instant { get }

    /// The time on a clock that never jumps either, and that goes on while the device sleeps: for timeouts.
    ///
    /// A clock that has none is believed by its time of day.
    var continuousNow: Instant { get }

    /// The time of day, for everything that leaves the process.
    var date: Date { get }

    /// Runs work once, after a duration.
    ///
    /// - Parameters:
    ///   - delay: How long to wait; zero or less means as soon as possible.
    ///   - work: Runs on a thread of the clock's choice. It must be short: dispatch longer work to a thread of your
    ///     own.
    /// - Returns: A handle that cancels the work.
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork
}

extension HubClock {
    /// The time of day, in whole milliseconds.
    public var continuousNow: Instant {
        let limit = 9e15
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        return .zero + .milliseconds(Int64(exactly: min(max(milliseconds, -limit), limit)) ?? 0)
    }
}

/// A handle that cancels scheduled work.
public struct ScheduledWork: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Makes a handle.
    ///
    /// - Parameter onCancel: Cancels the work; called at most as often as ``cancel()`` is.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Cancels the work.
    ///
    /// It has no effect once the work has begun.
    public func cancel() {
        onCancel()
    }
}
