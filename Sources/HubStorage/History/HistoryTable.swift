// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The statements of an event history over one open file.
///
/// It knows SQL and nothing about when to do what.
package final class HistoryTable {
    let connection: SQLiteConnection

    /// Marks a file as an event history's; the version is in the lowest byte, so that it stands in the file twice.
    private static let applicationID: Int64 = 0x4C48_4500
    private static let version: Int64 = 1

    private static let recordTable: StaticString = """
        CREATE TABLE record (row INTEGER PRIMARY KEY, key INTEGER NOT NULL, time INTEGER NOT NULL, mark INTEGER NOT NULL)
        """
    private static let sweepTable: StaticString = "CREATE TABLE sweep (row INTEGER PRIMARY KEY, time INTEGER NOT NULL)"

    /// Opens a file, and makes its tables if it is empty.
    ///
    /// - Parameters:
    ///   - path: A file.
    ///   - busyTimeout: How long a call waits for another connection.
    ///   - isChecked: Whether the whole file is looked at before it is used.
    /// - Throws: ``SQLiteError``; `SQLiteResultCode.laterVersion` if a later version of the library made the file.
    init(path: String, busyTimeout: Duration, isChecked: Bool) throws(SQLiteError) {
        let connection = try SQLiteConnection.open(
            path: path,
            busyTimeout: busyTimeout,
            isChecked: isChecked,
            owns: Self.owns,
            check: Self.check
        )
        try connection.execute("PRAGMA synchronous = NORMAL")
        try connection.pragma("journal_size_limit", 4 << 20)
        try SQLiteConnection.whileBusy(for: busyTimeout) { () throws(SQLiteError) in try Self.makeTables(connection) }
        self.connection = connection
    }

    /// Whether a file is one of an event history, or empty: nothing is ever written into a database of another program.
    private static func owns(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        if try connection.pragma("application_id") & ~0xFF == applicationID { return true }
        let tables = try tables(connection)
        return tables.isEmpty || tables == ownTables
    }

    /// Whether a file is one of an event history; nothing is changed.
    package static func isHistory(_ path: String) -> Bool {
        let found = try? SQLiteConnection.reading(path, busyTimeout: .seconds(1)) { connection throws(SQLiteError) in
            try connection.pragma("application_id") & ~0xFF == applicationID
        }
        return found ?? false
    }

    private static func makeTables(_ connection: SQLiteConnection) throws(SQLiteError) {
        // Read twice: outside for the usual case, and inside where another process may have been quicker.
        if try isMade(connection) { return }
        try connection.transaction { () throws(SQLiteError) in
            if try isMade(connection) { return }
            try connection.execute(recordTable)
            try connection.execute(sweepTable)
            try connection.pragma("user_version", version)
            try connection.pragma("application_id", applicationID | version)
        }
    }

    /// Whether a file has its tables.
    ///
    /// - Throws: ``SQLiteError`` if they are of a later version, or it says one version in one place and another one in the
    ///   other.
    private static func isMade(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let (found, mark) = (try connection.pragma("user_version"), try connection.pragma("application_id"))
        if found == 0, mark == 0, try tables(connection).isEmpty { return false }
        guard mark == applicationID | found & 0xFF, (1...0xFF).contains(found) else {
            throw connection.damage("it says version \(found) in one place and \(mark & 0xFF) in another")
        }
        guard found == version else {
            throw SQLiteError(
                code: .laterVersion,
                message: "the file is of version \(found), and this library reads up to \(version)",
                path: connection.path
            )
        }
        return true
    }

    /// Finds what is not as it was written before anybody relies on it.
    private static func check(_ connection: SQLiteConnection) throws(SQLiteError) {
        guard try connection.pragma("user_version") <= version else { return }
        // A number in the file's head has SQLite read the file and refuse to write it, as if the system did. The head is
        // not read here: to close a file takes the locks from every connection of the process to it.
        if connection.isReadOnly, FileManager.default.isWritableFile(atPath: connection.path) {
            throw connection.damage("it says that only a later SQLite may write it")
        }
        let tables = try tables(connection)
        guard tables.isEmpty || tables == ownTables else {
            throw connection.damage("its tables are not as they were made")
        }
    }

    private static var ownTables: [String] { [String(describing: recordTable), String(describing: sweepTable)] }

    /// The statements that made the tables.
    private static func tables(_ connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        var found: [String] = []
        try connection.prepare("SELECT sql FROM sqlite_master ORDER BY name").forEach { row throws(SQLiteError) in
            found.append(try row.text(0))
            return true
        }
        return found
    }

    // MARK: Reading and writing

    /// Reads everything.
    ///
    /// - Throws: ``SQLiteError`` if the database cannot be read, or a record is not as it was written.
    func content() throws(SQLiteError) -> HistoryContent {
        var content = HistoryContent()
        let all = try connection.prepare("SELECT key, time, mark FROM record ORDER BY row")
        try all.forEach { row throws(SQLiteError) in
            let record = HistoryRecord(key: UInt64(bitPattern: row.int64(0)), time: row.int64(1))
            guard record.mark == row.int64(2) else {
                throw connection.damage("a record is not what was written")
            }
            content.records.append(record)
            return true
        }
        content.sweep = try connection.prepare("SELECT time FROM sweep WHERE row = 1").first { row in row.int64(0) }
        return content
    }

    /// Reads what SQL still reads of a damaged file.
    ///
    /// - Returns: The records, in the order in which they were added, and how many were seen and cannot be read; there may
    ///   have been others.
    /// - Throws: ``SQLiteError`` if the system does not let the file be read.
    static func salvage(_ path: String) throws(SQLiteError) -> (records: [HistoryRecord], lost: Int) {
        var found: [Int64: HistoryRecord] = [:]
        let lost = try SQLiteConnection.salvaging(path) { connection in
            found = [:]
            return connection.readRows(
                "SELECT row FROM record ORDER BY row",
                "SELECT row FROM record ORDER BY row DESC",
                ["SELECT key, time, mark FROM record WHERE row = ?"]
            ) { row, values in
                let record = HistoryRecord(key: UInt64(bitPattern: values.int64(0)), time: values.int64(1))
                guard record.mark == values.int64(2) else { return false }
                found[row] = record
                return true
            }
        }
        return (found.sorted { $0.key < $1.key }.map(\.value), lost?.lost.count ?? 0)
    }

    /// Carries out a change, in a transaction of the caller's.
    func apply(_ change: HistoryChange) throws(SQLiteError) {
        switch change {
        case .append(let records):
            let insert = try connection.prepare("INSERT INTO record (key, time, mark) VALUES (?, ?, ?)")
            for record in records {
                try insert.run(.int(Int64(bitPattern: record.key)), .int(record.time), .int(record.mark))
            }
        case .removeAll: try connection.execute("DELETE FROM record")
        case .dropFirst(let count):
            try connection.prepare("DELETE FROM record WHERE row IN (SELECT row FROM record ORDER BY row LIMIT ?)")
                .run(.int(Int64(count)))
        case .removeBefore(let time): try connection.prepare("DELETE FROM record WHERE time < ?").run(.int(time))
        case .remove(let key, let from, let to):
            try connection.prepare("DELETE FROM record WHERE key = ? AND time BETWEEN ? AND ?")
                .run(.int(Int64(bitPattern: key)), .int(from), .int(to))
        case .note(let sweep): try note(row: 1, sweep)
        }
    }

    private func note(row: Int64, _ time: Int64) throws(SQLiteError) {
        try connection.prepare("INSERT OR REPLACE INTO sweep (row, time) VALUES (?, ?)").run(.int(row), .int(time))
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
        var numbers: Set<Int> = []
        try connection.prepare("SELECT row FROM sweep WHERE row > 1").forEach { row throws(SQLiteError) in
            numbers.insert(Int(clamping: row.int64(0) - 1))
            return true
        }
        return numbers
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
        // The rows are gone with the commit. What follows needs the file for itself, so where another process reads at
        // this moment it is left to the next time.
        try? connection.execute("VACUUM")
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
