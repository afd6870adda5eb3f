// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Where a hub and its extensions get the time from.
///
/// Every component takes its clock from outside, so that a test, a replay or a certification can move time by hand.
public protocol HubClock: Sendable {
    /// The time on a clock that never jumps.
    var now: Instant { get }

    /// The time of day, for everything that leaves the process.
    var date: Date { get }

    /// Runs work once, when the clock has moved on by a duration.
    ///
    /// - Parameters:
    ///   - delay: How long to wait; zero and less mean as soon as possible.
    ///   - work: Runs on a thread of the clock's choosing. It must be short: hand longer work to a thread of your own.
    /// - Returns: A handle that calls the work off.
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork
}

/// Work that a clock will run later, and the means to call it off.
public struct ScheduledWork: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Makes a handle.
    ///
    /// - Parameter onCancel: Calls the work off; called at most as often as ``cancel()`` is.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Calls the work off. Without effect once the work has begun.
    public func cancel() {
        onCancel()
    }
}
