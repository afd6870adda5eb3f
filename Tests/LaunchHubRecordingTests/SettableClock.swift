// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting

/// A clock whose date can be set, as a person may set that of a device.
final class SettableClock: HubClock {
    let base: ManualClock
    let offset = Locked(0.0)

    init(_ base: ManualClock) {
        self.base = base
    }

    var now: Instant { base.now }
    var date: Date { base.date.addingTimeInterval(offset.withLock { $0 }) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        base.schedule(after: delay, work)
    }
}
