// SPDX-License-Identifier: Apache-2.0

package import HubStorage

/// The state of an event history at one moment.
package struct HistorySummary: Sendable, Hashable {
    /// The number of records.
    package let count: Int
    /// The number of different things that happened.
    package let keyCount: Int
    /// Whether the file was read; true for a history in memory.
    ///
    /// Before that, nothing of earlier launches counts.
    package let isReady: Bool
    /// The reason why the file does not work; nil if it works, and for a history in memory.
    package let failure: SQLiteError?
}
