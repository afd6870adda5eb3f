// SPDX-License-Identifier: Apache-2.0

import CSQLite
import HubServices

/// One open database.
///
/// It is not safe to use from two threads at once: SQLite's own mutexes are off, since ``HitQueue`` has a lock already.
package final class SQLiteConnection {
    /// The file, or `:memory:`.
    package let path: String
    private let handle: OpaquePointer
    /// The statements that were compiled, by the places of their texts in the program.
    private var statements: [UInt: SQLiteStatement] = [:]

    /// Opens a database and makes the file where there is none.
    ///
    /// - Parameters:
    ///   - path: A file, or `:memory:`.
    ///   - busyTimeout: How long a call waits for another connection before it fails as busy.
    /// - Throws: ``SQLiteError`` where the file can neither be opened nor made. A file that is no database is found at
    ///   the first statement only.
    package convenience init(path: String, busyTimeout: Duration) throws(SQLiteError) {
        try self.init(path, named: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout)
    }

    /// Opens a database to read it; nothing can be changed through the connection.
    ///
    /// - Parameters:
    ///   - path: A file.
    ///   - isFixed: Whether nobody else uses the file, so that it can be read without its log and without a lock.
    ///   - busyTimeout: How long a call waits for another connection before it fails as busy.
    /// - Throws: ``SQLiteError`` where the file cannot be opened.
    convenience init(reading path: String, isFixed: Bool, busyTimeout: Duration) throws(SQLiteError) {
        // A name as SQLite reads URIs, in which three characters have a meaning of their own.
        let name = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
        let uri = "file:" + name + (isFixed ? "?immutable=1" : "")
        try self.init(uri, named: path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout)
    }

    private init(_ name: String, named path: String, _ mode: Int32, _ busyTimeout: Duration) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw SQLiteError(code, of: handle, path: path)
        }
        self.path = path
        self.handle = handle
        sqlite3_busy_timeout(handle, Int32(clamping: max(0, busyTimeout.nanoseconds / 1_000_000)))
    }

    deinit {
        // The v2 form waits for statements that are still alive, so the order in which objects go away is free.
        sqlite3_close_v2(handle)
    }

    /// Compiles a statement, once.
    ///
    /// - Parameter sql: One statement; values go in through its parameters only.
    /// - Returns: The statement, ready to be bound. The same one must not be used while it is read.
    /// - Throws: ``SQLiteError`` where it does not compile against the file's tables.
    package func prepare(_ sql: StaticString) throws(SQLiteError) -> SQLiteStatement {
        let place = UInt(bitPattern: sql.utf8Start)
        if let known = statements[place] { return known }
        let statement = try prepare(text: String(describing: sql))
        statements[place] = statement
        return statement
    }

    /// Runs work in a transaction that holds the write lock from its start, and undoes it where the work throws.
    ///
    /// - Parameter work: May use the connection, and must not begin another transaction.
    /// - Returns: What `work` returns, once it is committed.
    /// - Throws: What `work` throws, or ``SQLiteError`` where the transaction can neither begin nor commit.
    package func transaction<Result>(_ work: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors have ended the transaction already, and then there is nothing to undo.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs a statement to its end and drops its rows.
    package func execute(_ sql: StaticString, _ values: SQLiteStatement.Value...) throws(SQLiteError) {
        try prepare(sql).run(values)
    }

    /// Reads the first row of a query; nil for a query without rows.
    func first<Result>(
        _ sql: StaticString,
        _ values: SQLiteStatement.Value...,
        read: (SQLiteStatement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        try prepare(sql).first(values, read: read)
    }

    /// Reads all rows of a query.
    func all<Result>(
        _ sql: StaticString,
        _ values: SQLiteStatement.Value...,
        read: (SQLiteStatement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> [Result] {
        var results: [Result] = []
        try prepare(sql).forEach(values) { row throws(SQLiteError) in
            results.append(try read(row))
            return true
        }
        return results
    }

    /// Whether a query has rows.
    func has(_ sql: StaticString, _ values: SQLiteStatement.Value...) throws(SQLiteError) -> Bool {
        try prepare(sql).first(values) { _ in true } ?? false
    }

    /// Sets a pragma to a number, which SQLite does not let a caller bind.
    package func pragma(_ name: StaticString, _ value: Int64) throws(SQLiteError) {
        try prepare(text: "PRAGMA \(name) = \(value)").run()
    }

    /// Reads a pragma that is a number.
    package func pragma(_ name: StaticString) throws(SQLiteError) -> Int64 {
        try prepare(text: "PRAGMA \(name)").first { row in row.int64(0) } ?? 0
    }

    /// Removes deleted rows from the file too, as far as that is possible now.
    ///
    /// It needs the file for itself; where another process reads at this moment, it is left to the next time.
    func wipe() {
        try? execute("VACUUM")
        try? execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The row that the last insert made.
    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// True between a statement that begins a transaction and the one that ends it.
    private var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// How many rows the last statement changed.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// True where the file is read and cannot be written, because the system or the file itself says so.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// True where the file under the path is no longer the one that is open here.
    var hasMoved: Bool {
        var moved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    /// Has the log stay as it is when the connection is closed; otherwise the last one to close removes it.
    func keepLog() {
        csqlite_keep_log(handle)
    }

    private func prepare(text: String) throws(SQLiteError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else {
            throw SQLiteError(code == SQLITE_OK ? SQLITE_MISUSE : code, of: handle, path: path)
        }
        return SQLiteStatement(statement, path: path)
    }
}
