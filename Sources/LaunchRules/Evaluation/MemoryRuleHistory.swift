// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An event history that ends with the process.
package final class MemoryRuleHistory: RuleHistoryRecorder {
    private let records = Locked<[RuleHistoryKey: [Int64]]>([:])
    private let limit: Int
    private let count = Locked(0)

    /// Makes an empty history.
    ///
    /// - Parameter limit: The most records; what comes beyond them is not recorded.
    package init(limit: Int = 100_000) {
        self.limit = limit
    }

    package func times(of key: RuleHistoryKey) -> [Int64] { records.withLock { $0[key] ?? [] } }

    package func contains(_ key: RuleHistoryKey) -> Bool { records.withLock { $0[key] != nil } }

    package func watch(_ keys: Set<RuleHistoryKey>, all: Bool) {}

    package func record(_ content: RuleHistoryContent, at milliseconds: Int64) {
        guard let key = RuleHistoryKey(content) else { return }
        let isAccepted = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isAccepted else { return }
        records.withLock { records in
            var times = records.removeValue(forKey: key) ?? []
            // Times mostly ascend.
            let place = times.lastIndex { $0 <= milliseconds }.map { $0 + 1 } ?? 0
            times.insert(milliseconds, at: place)
            records[key] = times
        }
    }
}
