// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation
import HubServices

// Reading a database that may be another program's: nothing beside it is made or removed.
extension SQLiteConnection {
    /// The number of times that a file is read again because it changed meanwhile.
    private static let tries = 4

    /// Reads a database without changing anything in its folder.
    ///
    /// A file that has a log beside it is read with the log, which a program that uses it never waits for. One that has none
    /// is read as it stands; where it changes meanwhile, it is read again.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - busyTimeout: How long a call waits for another connection.
    ///   - body: Reads; it may run more than once.
    /// - Returns: What `body` returns.
    /// - Throws: ``SQLiteError`` if the file cannot be opened, and what `body` throws.
    package static func reading<Result>(
        _ path: String,
        busyTimeout: Duration,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        var left = tries
        while true {
            left -= 1
            let before = FileMark(path)
            let hasLog = before.hasLog
            do throws(SQLiteError) {
                let connection = try SQLiteConnection(reading: path, isFixed: !hasLog, busyTimeout: busyTimeout)
                if hasLog { try connection.execute("BEGIN") }
                let result = try body(connection)
                if hasLog || FileMark(path) == before || left == 0 { return result }
            } catch {
                guard !hasLog, FileMark(path) != before, left > 0 else { throw error }
            }
        }
    }

    /// What shows that somebody has changed a file or begun to use it.
    private struct FileMark: Equatable {
        let hasLog: Bool
        private let number: UInt64?
        private let bytes: UInt64?
        private let changed: Date?

        init(_ path: String) {
            let manager = FileManager.default
            hasLog = ["-wal", "-journal"].contains { manager.fileExists(atPath: path + $0) }
            let attributes = try? manager.attributesOfItem(atPath: path)
            number = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
            bytes = (attributes?[.size] as? NSNumber)?.uint64Value
            changed = attributes?[.modificationDate] as? Date
        }
    }
}
