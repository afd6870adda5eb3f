// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A clock that goes anywhere, also back.
///
/// Nothing that is scheduled ever runs.
final class JumpingClock: HubClock {
    private struct Times {
        var now = Instant(nanoseconds: 1_000_000_000_000)
        var seconds = 1_700_000_000.0
    }

    private let times = Locked(Times())

    var now: Instant { times.withLock { $0.now } }
    var date: Date { Date(timeIntervalSince1970: times.withLock { $0.seconds }) }

    /// Moves the monotonic clock and the time of day, each by seconds of its own.
    func move(_ seconds: Int64, day: Double? = nil) {
        times.withLock { times in
            let (moved, overflow) = times.now.nanoseconds.addingReportingOverflow(seconds &* 1_000_000_000)
            if !overflow { times.now.nanoseconds = moved }
            times.seconds += day ?? Double(seconds)
        }
    }

    /// Sets the time of day.
    func set(day seconds: Double) {
        times.withLock { $0.seconds = seconds }
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        ScheduledWork {}
    }
}
