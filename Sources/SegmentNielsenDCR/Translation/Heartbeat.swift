// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Counts the playhead on, once a second, between the events that tell it.
struct Heartbeat: Sendable, Hashable {
    static let period = Duration.seconds(1)
    /// How many beats are made up for where the clock was late. Beyond that the process did not run, so nothing was
    /// played either.
    static let mostLateBeats: Int64 = 5

    /// When the next beat is due; nil where none is.
    private(set) var due: Instant?
    /// What the next beat says.
    private(set) var next: Int64 = 0
    private var lastSeen: Instant?

    /// Starts anew: the first beat comes a period from now and says `position`.
    mutating func start(at position: Int64, now: Instant) {
        next = position
        due = now + Self.period
    }

    mutating func stop() {
        due = nil
    }

    /// Takes note of the time. Where the clock has jumped back, the next beat moves with it.
    mutating func see(_ now: Instant) {
        if let lastSeen, now < lastSeen, let due {
            self.due = min(now + Self.period, due + (now - lastSeen))
        }
        lastSeen = now
    }

    /// The position of a beat that is due; nil where none is.
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
