// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// What has to be seen to before a file is used that other processes may use too, or that one of them left behind.
extension SQLiteConnection {
    /// Tries again for as long as others hold the file.
    ///
    /// SQLite waits by itself where it can. Where two connections that read both want to write, as when both begin a
    /// file, it answers at once that the file is busy, because to wait would be a deadlock.
    static func whileBusy<Result>(
        for timeout: Duration,
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
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

    /// Opens the database of a kind of file, which writes through a log: a commit is there before it returns, and the log
    /// outlives the process.
    ///
    /// - Parameters:
    ///   - path: A file, or `:memory:`.
    ///   - busyTimeout: How long a call waits for another connection.
    ///   - isChecked: Whether the whole file is looked at before it is used.
    ///   - owns: Whether a database is of the kind.
    ///   - check: Looks at what its tables say of themselves.
    /// - Returns: The connection.
    /// - Throws: ``SQLiteError``, also where the file is another program's.
    static func open(
        path: String,
        busyTimeout: Duration,
        isChecked: Bool,
        owns: (SQLiteConnection) throws(SQLiteError) -> Bool,
        check: (SQLiteConnection) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout)
        guard try owns(connection) else {
            throw SQLiteError(
                code: .cannotOpen,
                message: "the file is a database of another program; name another file",
                path: path
            )
        }
        if isChecked {
            try check(connection)
            let verdict = try connection.prepare("PRAGMA integrity_check(1)").first { row throws(SQLiteError) in
                try row.text(0)
            }
            guard verdict == "ok" else { throw connection.damage(verdict ?? "its check says nothing") }
        }
        try whileBusy(for: busyTimeout) { () throws(SQLiteError) in
            try connection.execute("PRAGMA journal_mode = WAL")
        }
        return connection
    }

    /// Makes an error of a file that is not as it was written.
    func damage(_ message: String) -> SQLiteError {
        SQLiteError(code: .corrupt, message: message, path: path)
    }
}
