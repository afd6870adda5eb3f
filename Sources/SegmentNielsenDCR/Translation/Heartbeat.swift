// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A counter that advances the playhead once a second between the events that report it.
struct Heartbeat: Sendable, Hashable {
    static let period = Duration.seconds(1)
    /// The largest number of beats that are made up for if the clock was late.
    ///
    /// Beyond that the process did not run, so nothing was played.
    static let mostLateBeats: Int64 = 5

    /// The time at which the next beat is due; nil if none is.
    private(set) var due: Instant?
    /// The position of the next beat.
    private(set) var next: Int64 = 0
    private var lastSeen: Instant?

    /// Restarts the heartbeat: the first beat occurs one period from now and reports `position`.
    mutating func start(at position: Int64, now: Instant) {
        next = position
        due = now + Self.period
    }

    mutating func stop() {
        due = nil
    }

    /// Records the time.
    ///
    /// If the clock has jumped back, the next beat moves with it.
    mutating func see(_ now: Instant) {
        if let lastSeen, now < lastSeen, let due {
            self.due = min(now + Self.period, due + (now - lastSeen))
        }
        lastSeen = now
    }

    /// Returns the position of a beat that is due; nil if none is.
    mutating func beat(now: Instant) -> Int64? {
        guard let due, due <= now else { return nil }
        let isLate = due + .seconds(Self.mostLateBeats) < now
        let following = (isLate ? now : due) + Self.period
        // At the end of time a clock stands still, and nothing is due any more.
        self.due = following > due ? following : nil
        defer { next = next < .max ? next + 1 : next }
        return next
    }
}
