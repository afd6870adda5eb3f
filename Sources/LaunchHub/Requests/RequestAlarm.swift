// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Wakes the routing stage when the next request's time is over.
///
/// One timer serves all: a request with a later deadline finds one that is set already.
struct RequestAlarm {
    private let clock: any HubClock
    private var deadline: Instant?
    private var timer: Deadline?
    /// When the alarm was last called off because no request waited any more.
    private var restedAt: Instant?

    /// Requests that are answered one after the other would each set the alarm and cancel it again.
    ///
    /// In a burst of them it is cancelled once in this time, so that at most one wake-up is left behind.
    private static let shortestRest = Duration.milliseconds(50)
    /// The time for an answer that could not come because the process was stopped.
    private static let extra = Duration.seconds(1)

    init(clock: any HubClock) {
        self.clock = clock
    }

    /// Sets the alarm, unless it is set for that time or an earlier one.
    ///
    /// - Parameters:
    ///   - deadline: The time.
    ///   - ring: Called then.
    mutating func set(for deadline: Instant, _ ring: @escaping @Sendable () -> Void) {
        if let earlier = self.deadline, earlier <= deadline { return }
        timer?.cancel()
        self.deadline = deadline
        timer = Deadline(after: deadline - clock.now, extra: Self.extra, clock, ring)
    }

    /// Notes that no request waits: a device that has its answer need not be woken for it.
    mutating func rest() {
        guard timer != nil else { return }
        let now = clock.now
        if let restedAt, now - restedAt < Self.shortestRest { return }
        restedAt = now
        cancel()
    }

    /// Cancels the alarm in force, also where another one has rung that was cancelled too late: there is never more than one.
    mutating func cancel() {
        timer?.cancel()
        timer = nil
        deadline = nil
    }
}
