// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Wakes the routing stage when the next request's time is over.
///
/// One timer serves all: a request with a later deadline finds one that is set already.
struct RequestAlarm {
    private let clock: any HubClock
    private let ring: @Sendable () -> Void
    private var deadline: Instant?
    private var timer: ScheduledWork?

    init(clock: any HubClock, ring: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.ring = ring
    }

    /// Sets the alarm, unless it is set for that time or an earlier one.
    mutating func set(for deadline: Instant) {
        if let earlier = self.deadline, earlier <= deadline { return }
        timer?.cancel()
        self.deadline = deadline
        timer = clock.schedule(after: deadline - clock.now, ring)
    }

    /// Notes that the alarm has rung. It may be one that was called off too late: the one in force is called off, so that
    /// there is never more than one.
    mutating func rings() {
        cancel()
    }

    mutating func cancel() {
        timer?.cancel()
        timer = nil
        deadline = nil
    }
}
