// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// What a session that is played leaves behind for its explanation.
///
/// A stage with evidence has its instances keep journals of their credit.
package final class CreditEvidence: Sendable {
    /// One thing that came.
    enum Item: Sendable {
        case record(NielsenMeasurementRecord)
        case ping(NielsenPing)
        case remark(NielsenRemark, at: Instant)
    }

    private let kept = Locked<[Item]>([])

    /// Makes an empty collection.
    package init() {}

    /// Returns what has come since the last time, in order, and forgets it.
    func removeAll() -> [Item] { kept.removeAll() }

    func add(_ item: Item) {
        kept.withLock { $0.append(item) }
    }
}
