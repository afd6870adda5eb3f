// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A clock that stands still between steps, and whose time of day can be set as a user sets that of a device.
final class StageClock: HubClock {
    private let base: ManualClock
    private let change = Locked(0.0)

    init(_ base: ManualClock) {
        self.base = base
    }

    var now: Instant { base.now }
    var continuousNow: Instant { base.continuousNow }
    var date: Date { base.date.addingTimeInterval(change.withLock { $0 }) }

    /// Sets the time of day some seconds on, or back if negative.
    func change(by seconds: Double) { change.withLock { $0 += seconds } }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        base.schedule(after: delay, work)
    }
}
