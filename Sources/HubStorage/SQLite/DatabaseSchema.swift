// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The tables of a kind of file, and the steps that lead there from older files.
///
/// A file says in `PRAGMA user_version` which version it has; a new one has none. It says so once more in the lowest byte
/// of its `application_id`, whose other bytes tell its kind.
package struct DatabaseSchema: Sendable {
    /// The application id of files of the kind, with a lowest byte of zero.
    let applicationID: Int64
    /// The version that files have after the first step; none before it was ever released.
    var firstVersion: Int64 = 1
    /// The statements of each step, from an empty file on.
    ///
    /// New steps go to the end, and none ever changes.
    package var steps: [[StaticString]]

    /// The version that files have after all steps.
    var version: Int64 { firstVersion + Int64(steps.count) - 1 }

    /// Opens a file, and makes its tables or brings them up to date.
    ///
    /// It writes through a log: a commit is there before it returns, and the log outlives the process.
    ///
    /// - Parameters:
    ///   - path: A file, or `:memory:`.
    ///   - busyTimeout: How long a call waits for another connection.
    ///   - isChecked: Whether the whole file is looked at before it is used.
    ///   - outlivesPower: Whether a commit outlives a crash of the whole system, for which each waits for the disk.
    ///   - maximumBytes: The largest size of the file, or nil.
    /// - Returns: The connection.
    /// - Throws: ``SQLiteError``, also where the file is another program's; `SQLiteResultCode.laterVersion` where a later
    ///   version of the library made it.
    func open(
        path: String,
        busyTimeout: Duration,
        isChecked: Bool,
        outlivesPower: Bool = false,
        maximumBytes: Int? = nil
    ) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout)
        guard try owns(connection) else {
            throw SQLiteError(
                code: .cannotOpen,
                message: "the file is a database of another program; name another file",
                path: path
            )
        }
        if isChecked { try check(connection) }
        try Self.whileBusy(for: busyTimeout) { () throws(SQLiteError) in
            try connection.execute("PRAGMA journal_mode = WAL")
        }
        try connection.execute(outlivesPower ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        try connection.pragma("journal_size_limit", 4 << 20)
        if let maximumBytes {
            try connection.pragma("max_page_count", Int64(maximumBytes) / connection.pragma("page_size"))
        }
        try Self.whileBusy(for: busyTimeout) { () throws(SQLiteError) in try migrate(connection) }
        return connection
    }

    /// Whether a file is marked as one of the kind.
    func marks(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.pragma("application_id") & ~0xFF == applicationID
    }

    /// Whether a file is one of the kind, or empty: nothing is ever written into a database of another program.
    func owns(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        if try marks(connection) { return true }
        let found = try Self.descriptions(connection)
        if found.isEmpty { return try connection.pragma("application_id") == 0 }
        return try model(of: firstVersion).keys.allSatisfy { found[$0] != nil }
    }

    /// Finds what is not as it was written before anybody relies on it.
    private func check(_ connection: SQLiteConnection) throws(SQLiteError) {
        let found = try connection.pragma("user_version")
        let mark = try connection.pragma("application_id")
        guard mark == (found == 0 ? 0 : applicationID | found & 0xFF) else {
            throw connection.damage("it says version \(found) in one place and \(mark & 0xFF) in another")
        }
        if found <= version {
            // A number in the file's head has SQLite read the file and refuse to write it, as if the system did. The head
            // is not read here: to close a file takes the locks from every connection of the process to it.
            if connection.isReadOnly, FileManager.default.isWritableFile(atPath: connection.path) {
                throw connection.damage("it says that only a later SQLite may write it")
            }
            // A changed letter may lead anywhere.
            let tables = try Self.descriptions(connection)
            for (name, text) in try model(of: found) where tables[name] != text {
                throw connection.damage("\(name) is not described as it was written")
            }
        }
        let verdict = try connection.first("PRAGMA integrity_check(1)") { row throws(SQLiteError) in try row.text(0) }
        guard verdict == "ok" else { throw connection.damage(verdict ?? "its check says nothing") }
    }

    /// How many steps a file of a version has seen.
    private func stepsSeen(at version: Int64) -> Int {
        version < firstVersion ? 0 : Int(clamping: version - firstVersion) + 1
    }

    /// What the steps up to a version make.
    private func model(of version: Int64) throws(SQLiteError) -> [String: String] {
        let model = try SQLiteConnection(path: ":memory:", busyTimeout: .zero)
        for statement in steps.prefix(stepsSeen(at: version)).joined() { try model.execute(statement) }
        return try Self.descriptions(model)
    }

    /// The statements that made the tables, without spaces, by their names.
    private static func descriptions(_ connection: SQLiteConnection) throws(SQLiteError) -> [String: String] {
        var found: [String: String] = [:]
        try connection.prepare("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").forEach {
            row throws(SQLiteError) in
            found[try row.text(0)] = try row.text(1).filter { !$0.isWhitespace }
            return true
        }
        return found
    }

    /// Brings a file up to date, in one transaction with the number that says so: a crash in between leaves it as it was.
    private func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
        // Read twice: outside for the usual case, and inside where another process may have been quicker.
        if try connection.pragma("user_version") == version { return }
        try connection.transaction { () throws(SQLiteError) in
            let found = try connection.pragma("user_version")
            guard found == 0 || (firstVersion...version).contains(found) else {
                throw SQLiteError(
                    code: found < firstVersion ? .error : .laterVersion,
                    message: "the file is of version \(found), and this library reads up to \(version)",
                    path: connection.path
                )
            }
            for statement in steps.dropFirst(stepsSeen(at: found)).joined() { try connection.execute(statement) }
            try connection.pragma("user_version", version)
            try connection.pragma("application_id", applicationID | version & 0xFF)
        }
    }

    /// Tries again for as long as others hold the file.
    ///
    /// SQLite waits by itself where it can. Where two connections that read both want to write, as when both begin a
    /// file, it answers at once that the file is busy, because to wait would be a deadlock.
    private static func whileBusy(for timeout: Duration, _ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        let clock = SystemClock()
        let end = clock.now + timeout
        while true {
            do throws(SQLiteError) {
                return try body()
            } catch {
                guard error.code == .busy, clock.now < end else { throw error }
                usleep(2_000)
            }
        }
    }
}
