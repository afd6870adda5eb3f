// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// The cost of storing rows in the bare database, one per transaction.
enum BareSQLite {
    /// The form of a row.
    enum Table {
        /// A key, a name and a value.
        case plain
        /// What a queue needs to find the first hit of a stream and to know how much waits: seven columns and an index, which
        /// is a second page to write in each transaction.
        case likeTheQueue

        fileprivate var definitions: [StaticString] {
            switch self {
            case .plain:
                ["CREATE TABLE row (id INTEGER PRIMARY KEY, stream TEXT, payload BLOB)"]
            case .likeTheQueue:
                [
                    """
                    CREATE TABLE row (row INTEGER PRIMARY KEY, id TEXT NOT NULL, stream TEXT NOT NULL,
                    created INTEGER NOT NULL, attempts INTEGER NOT NULL, bytes INTEGER NOT NULL, payload BLOB NOT NULL,
                    checksum INTEGER)
                    """,
                    "CREATE INDEX row_in_stream ON row (stream, row, bytes)",
                ]
            }
        }

        fileprivate var insertion: StaticString {
            switch self {
            case .plain:
                "INSERT INTO row (stream, payload) VALUES (?1, ?2)"
            case .likeTheQueue:
                """
                INSERT INTO row (id, stream, created, attempts, bytes, payload, checksum)
                VALUES ('3F2504E0-4F89-11D3-9A0C-0305E82C3301-1', ?1, 1700000000000000, 0, 512, ?2, 0)
                """
            }
        }
    }

    /// Rows a second.
    static func insertRate(_ count: Int, _ table: Table) -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let connection = try SQLiteConnection(path: folder.appending(path: "rows.sqlite").path, busyTimeout: .zero)
            try connection.execute("PRAGMA journal_mode = WAL")
            try connection.execute("PRAGMA synchronous = NORMAL")
            for definition in table.definitions { try connection.execute(definition) }
            let insert = try connection.prepare(table.insertion)
            let payload = Data(repeating: 0x61, count: 512)
            let start = nanoseconds()
            for _ in 0..<count {
                try insert.run(.text("instance"), .blob(payload))
            }
            return Double(count) * 1e9 / Double(nanoseconds() - start)
        } catch {
            preconditionFailure("a fresh folder takes a database: \(error)")
        }
    }
}
