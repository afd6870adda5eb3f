// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A clock for a hub and its extensions.
///
/// Every component receives its clock from outside, so that a test, a replay or a certification can advance time by
/// hand.
public protocol HubClock: Sendable {
    /// The time on a clock that never jumps.
    var now: Instant { get }

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
