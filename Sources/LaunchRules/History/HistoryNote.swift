// SPDX-License-Identifier: Apache-2.0

package import HubStorage

/// An event that an event history reports to its owner.
///
/// Each incident is reported once.
package enum HistoryNote: Sendable, Hashable {
    /// The file was not what had been written. It was moved to the path and a new one begun.
    ///
    /// So many records were seen and are lost; a damage may also hide records of which nothing is left. The path is nil if
    /// there was no file left to move.
    case damaged(path: String?, detail: String, lost: Int)
    /// The file does not work. Records are kept in memory from here to ``storageRecovered``.
    case storageFailed(SQLiteError)
    /// The file works again, and has all records.
    case storageRecovered
}
