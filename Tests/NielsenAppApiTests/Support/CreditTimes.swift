// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Keeps the seconds until credit of each configuration that comes into force.
final class CreditTimes: NielsenPingSink {
    private let kept = Locked<[Int]>([])

    var all: [Int] { kept.withLock { $0 } }

    func send(_ ping: NielsenPing) {}

    func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        kept.withLock { $0.append(configuration.thresholds.creditSeconds) }
    }
}
