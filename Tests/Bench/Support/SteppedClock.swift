// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A clock that stands still until it is stepped forward by a second, and on which nothing is ever due.
final class SteppedClock: HubClock {
    private let seconds = Locked<Int64>(0)

    func step() { seconds.withLock { $0 += 1 } }

    var now: Instant { Instant(nanoseconds: seconds.withLock { $0 } * 1_000_000_000) }
    var date: Date { Date(timeIntervalSince1970: 1_700_000_000 + Double(seconds.withLock { $0 })) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork { ScheduledWork {} }
}
