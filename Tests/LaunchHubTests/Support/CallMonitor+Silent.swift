// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting

@testable import LaunchHub

extension CallMonitor {
    /// A monitor that reports nothing, for mailboxes without a hub.
    static func silent() -> CallMonitor {
        let reports = CallMonitor.Reports(
            overran: { _, _ in false },
            overranAside: { _, _ in },
            spent: { _ in },
            lacksThread: { _ in },
            keepSpent: { _ in }
        )
        return CallMonitor(
            budget: .seconds(1),
            clock: ManualClock(),
            log: .disabled,
            executor: ManualExecutor(),
            reports: reports
        )
    }
}
