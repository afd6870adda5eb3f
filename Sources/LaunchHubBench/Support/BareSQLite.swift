// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// What the database alone takes to keep rows, one a transaction: a table with a key, a number and a value.
enum BareSQLite {
    /// Rows a second.
    static func insertRate(_ count: Int) -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let connection = try SQLiteConnection(path: folder.appending(path: "rows.sqlite").path, busyTimeout: .zero)
            try connection.execute("PRAGMA journal_mode = WAL")
            try connection.execute("PRAGMA synchronous = NORMAL")
            try connection.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, stream TEXT, payload BLOB)")
            let insert = try connection.prepare("INSERT INTO row (stream, payload) VALUES (?1, ?2)")
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
