// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The statements of an event history over one open file.
///
/// It knows SQL and nothing about when to do what.
package final class HistoryTable {
    let connection: SQLiteConnection

    private static let schema = DatabaseSchema(
        applicationID: 0x4C48_4500,
        steps: [
            [
                """
                CREATE TABLE record (
                    row INTEGER PRIMARY KEY, key INTEGER NOT NULL, time INTEGER NOT NULL, mark INTEGER NOT NULL)
                """,
                "CREATE TABLE sweep (row INTEGER PRIMARY KEY, time INTEGER NOT NULL)",
            ]
        ]
    )

    /// Opens a file, and makes its tables if it is empty; see ``DatabaseSchema``.
    init(path: String, busyTimeout: Duration, isChecked: Bool) throws(SQLiteError) {
        connection = try Self.schema.open(path: path, busyTimeout: busyTimeout, isChecked: isChecked)
    }

    /// Whether a file is one of an event history; nothing is changed.
    package static func isHistory(_ path: String) -> Bool {
        (try? SQLiteConnection.reading(path, busyTimeout: .seconds(1), schema.marks)) ?? false
    }

    // MARK: Reading and writing

    /// Reads everything.
    ///
    /// - Throws: ``SQLiteError`` if the database cannot be read, or a record is not as it was written.
    func content() throws(SQLiteError) -> HistoryContent {
        let records = try connection.all("SELECT key, time, mark FROM record ORDER BY row") { row throws(SQLiteError) in
            guard let record = HistoryRecord(row) else { throw connection.damage("a record is not what was written") }
            return record
        }
        let sweep = try connection.first("SELECT time FROM sweep WHERE row = 1") { row in row.int64(0) }
        return HistoryContent(records: records, sweep: sweep)
    }

    /// Reads what SQL still reads of a damaged file.
    ///
    /// - Returns: The records, in the order in which they were added, and how many were seen and cannot be read; there may
    ///   have been others.
    /// - Throws: ``SQLiteError`` if the system does not let the file be read.
    static func salvage(_ path: String) throws(SQLiteError) -> (records: [HistoryRecord], lost: Int) {
        let read = try SQLiteConnection.salvaging(path) { connection in
            connection.readRows(
                "SELECT row FROM record ORDER BY row",
                "SELECT row FROM record ORDER BY row DESC",
                "SELECT key, time, mark FROM record WHERE row = ?"
            ) { row in HistoryRecord(row) }
        }
        return (read?.found.sorted { $0.key < $1.key }.map(\.value) ?? [], read?.lost.count ?? 0)
    }

    /// Carries out a change, in a transaction of the caller's.
    func apply(_ change: HistoryChange) throws(SQLiteError) {
        switch change {
        case .append(let records):
            let insert = try connection.prepare("INSERT INTO record (key, time, mark) VALUES (?, ?, ?)")
            for record in records {
                try insert.run([.int(Int64(bitPattern: record.key)), .int(record.time), .int(record.mark)])
            }
        case .removeAll: try connection.execute("DELETE FROM record")
        case .dropFirst(let count):
            try connection.execute(
                "DELETE FROM record WHERE row IN (SELECT row FROM record ORDER BY row LIMIT ?)",
                .int(Int64(count))
            )
        case .removeBefore(let time): try connection.execute("DELETE FROM record WHERE time < ?", .int(time))
        case .remove(let key, let from, let to):
            try connection.execute(
                "DELETE FROM record WHERE key = ? AND time BETWEEN ? AND ?",
                .int(Int64(bitPattern: key)),
                .int(from),
                .int(to)
            )
        case .note(let sweep): try note(row: 1, sweep)
        }
    }

    private func note(row: Int64, _ time: Int64) throws(SQLiteError) {
        try connection.execute("INSERT OR REPLACE INTO sweep (row, time) VALUES (?, ?)", .int(row), .int(time))
    }

    /// Replaces all records, in a transaction of the caller's.
    ///
    /// - Parameters:
    ///   - content: What the table is to hold.
    ///   - copies: The damaged files whose records are among them.
    /// - Throws: ``SQLiteError`` if the file cannot be written.
    func fill(with content: HistoryContent, noting copies: [DamagedCopy]) throws(SQLiteError) {
        try apply(.removeAll)
        try apply(.append(content.records))
        if let sweep = content.sweep { try apply(.note(sweep: sweep)) }
        for copy in copies { try note(row: Self.row(ofCopy: copy.number), 0) }
    }

    /// Returns the numbers of the damaged files whose records are in the table.
    ///
    /// - Throws: ``SQLiteError`` if the file cannot be read.
    func carriedOver() throws(SQLiteError) -> Set<Int> {
        Set(
            try connection.all("SELECT row FROM sweep WHERE row > 1") { row in
                Int(clamping: row.int64(0) - 1)  // in range: above 1
            }
        )
    }

    /// The row of the table of sweeps that notes a damaged file; the first is the sweep itself.
    private static func row(ofCopy number: Int) -> Int64 {
        Int64(clamping: number).addingReportingOverflow(1).partialValue
    }

    /// Removes everything, also from the pages that it was on.
    func clear() throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try connection.execute("DELETE FROM record")
            try connection.execute("DELETE FROM sweep")
        }
        connection.wipe()
    }
}
