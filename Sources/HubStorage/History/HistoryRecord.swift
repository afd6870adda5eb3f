// SPDX-License-Identifier: Apache-2.0

/// A record of the event history: that something happened, and when.
///
/// What it was is not stored, only its key.
package struct HistoryRecord: Sendable, Hashable {
    package let key: UInt64
    /// When it happened, in milliseconds since 1970.
    package let time: Int64

    package init(key: UInt64, time: Int64) {
        self.key = key
        self.time = time
    }

    /// Reads three columns: key, time and mark; nil if they are not what was written.
    init?(_ row: SQLiteStatement) {
        self.init(key: UInt64(bitPattern: row.int64(0)), time: row.int64(1))
        guard mark == row.int64(2) else { return nil }
    }

    /// The most bytes that a record takes in the file.
    package static let bytesInFile = 32

    /// A checksum that distinguishes the record from one in which a bit was flipped on the disk.
    ///
    /// It has 32 bits, so that it takes four bytes in the file.
    var mark: Int64 {
        var value: UInt64 = 0x9E37_79B9_7F4A_7C15
        for word in [key, UInt64(bitPattern: time)] {
            value = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
            value ^= value >> 32
        }
        return Int64(Int32(truncatingIfNeeded: value >> 16))
    }
}

/// A change of the records in the file.
package enum HistoryChange: Sendable, Hashable {
    /// Adds records behind all others.
    case append([HistoryRecord])
    /// Removes all records.
    case removeAll
    /// Removes so many records that were added first.
    case dropFirst(Int)
    /// Removes the records from before a time, in milliseconds since 1970.
    case removeBefore(Int64)
    /// Removes the records of a key from one time to another, both inclusive.
    case remove(key: UInt64, from: Int64, to: Int64)
    /// Notes when the file was last searched for records that are too old, in milliseconds since 1970.
    case note(sweep: Int64)

    /// Whether it concerns no record.
    package var isNote: Bool { if case .note = self { true } else { false } }
}

/// What a file of the event history holds.
package struct HistoryContent: Sendable, Hashable {
    /// The records, in the order in which they were added.
    package var records: [HistoryRecord]
    /// When the file was last searched for records that are too old; nil for never.
    package var sweep: Int64?

    package init(records: [HistoryRecord] = [], sweep: Int64? = nil) {
        self.records = records
        self.sweep = sweep
    }
}
