// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A clock that advances only on request, for tests and replays.
///
/// ```swift
/// let clock = ManualClock()
/// clock.schedule(after: .seconds(5)) { print("five seconds are over") }
/// clock.advance(by: .seconds(5))
/// ```
public final class ManualClock: HubClock {
    private struct State {
        var now = Instant.zero
        var slept = Duration.zero
        var alarms = AlarmQueue()
    }

    private let state = Locked(State())
    private let origin: Date

    /// Makes a clock that shows a date.
    ///
    /// - Parameter date: The time of day at the beginning.
    public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        origin = date
    }

    /// The time by which the clock has been advanced.
    public var now: Instant { state.withLock { $0.now } }

    /// The time by which the clock has been advanced, and that for which the device has slept.
    public var continuousNow: Instant { state.withLock { $0.now + $0.slept } }

    /// The initial date plus the time by which the clock has been advanced and for which the device has slept.
    public var date: Date {
        origin.addingTimeInterval(Double(continuousNow.nanoseconds) / 1e9)
    }

    /// Lets the device sleep: the date and ``continuousNow`` go on, ``now`` stands still, and no work becomes due.
    ///
    /// - Parameter duration: How long; a negative duration is ignored.
    public func sleep(for duration: Duration) {
        state.withLock { $0.slept += max(.zero, duration) }
    }

    /// The number of scheduled pieces of work.
    public var pendingCount: Int { state.withLock { $0.alarms.count } }

    /// The instant at which the next piece of work is due, or nil.
    public var nextDue: Instant? { state.withLock { $0.alarms.nextDue } }

    /// Runs work once, on the thread that advances the clock past its time.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        let alarm = state.withLock { $0.alarms.add(at: $0.now + max(.zero, delay), work) }
        return ScheduledWork { [weak self] in _ = self?.state.withLock { $0.alarms.remove(alarm) } }
    }

    /// Advances the clock and runs, in order, all work that becomes due.
    ///
    /// Work scheduled by such work also runs if it becomes due within the same call.
    ///
    /// - Parameter duration: The time to advance; negative durations are ignored.
    public func advance(by duration: Duration) {
        advance(to: now + max(.zero, duration))
    }

    /// Advances the clock to an instant and runs, in order, all work that becomes due.
    ///
    /// - Parameter target: The instant; one in the past is ignored.
    public func advance(to target: Instant) {
        while let work = nextWork(until: target) {
            work()
        }
    }

    private func nextWork(until target: Instant) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let next = state.alarms.removeFirst(dueBy: target) else {
                state.now = max(state.now, target)
                return nil
            }
            state.now = max(state.now, next.due)
            return next.work
        }
    }
}
