// SPDX-License-Identifier: Apache-2.0

import HubStorage

extension HistoryState {
    /// The content of a file, prepared outside the lock, because there may be a million records.
    struct Loaded: Sendable {
        private var index: HistoryIndex
        private(set) var sweep: HistorySweep
        /// The changes to make in the file.
        private(set) var changes: [HistoryChange] = []

        /// Takes over content, and removes what is too old or too much.
        ///
        /// - Parameters:
        ///   - content: What the file held.
        ///   - limits: The limits of the history.
        ///   - now: The time, in milliseconds since 1970.
        init(_ content: HistoryContent, limits: HubHistoryLimits, at now: Int64) {
            index = HistoryIndex(content.records)
            sweep = HistorySweep(last: content.sweep)
            if sweep.isDue(at: now) {
                if let time = sweep.begin(at: now, age: limits.ageInMilliseconds), index.removeBefore(time) > 0 {
                    changes.append(.removeBefore(time))
                }
                changes.append(.note(sweep: now))
            }
            let excess = index.count - limits.capacity
            if excess > 0 {
                index.dropFirst(excess)
                changes.append(.dropFirst(excess))
            }
        }

        /// Returns the index, and keeps nothing of it, so that it is not copied when it changes.
        mutating func takeIndex() -> HistoryIndex {
            let taken = index
            index = HistoryIndex()
            return taken
        }
    }
}
