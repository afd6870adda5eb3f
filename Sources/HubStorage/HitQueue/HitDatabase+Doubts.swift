// SPDX-License-Identifier: Apache-2.0

import Foundation

// Hits whose age is in doubt: a clock was wrong when they were queued, or is now.
extension HitDatabase {
    /// When each doubtful hit was first found to be one.
    func doubts() throws(SQLiteError) -> [Int64: Date] {
        guard try connection.has("SELECT 1 FROM sqlite_master WHERE name = 'doubt'") else { return [:] }
        // A row may have been used again since.
        let found = try connection.all(
            "SELECT doubt.row, seen FROM doubt JOIN hit ON hit.row = doubt.row AND hit.id = doubt.id"
        ) { row in (row.int64(0), Date(microseconds: row.int64(1))) }
        return Dictionary(found) { first, _ in first }
    }

    /// Notes when hits were first found doubtful, and forgets those that are gone.
    ///
    /// A file without the table is a whole file, so that every version of the library reads it.
    func doubt(_ candidates: [Candidate], since date: Date) throws(SQLiteError) {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS doubt (row INTEGER PRIMARY KEY, id TEXT NOT NULL, seen INTEGER NOT NULL)"
        )
        try connection.execute("DELETE FROM doubt WHERE row NOT IN (SELECT row FROM hit)")
        for candidate in candidates {
            try connection.execute(
                "INSERT OR REPLACE INTO doubt VALUES (?, ?, ?)",
                .int(candidate.row),
                .text(candidate.id),
                .int(date.microseconds)
            )
        }
    }

    // MARK: - Tries that ended with their process

    /// How many tries of a hit in a row ended with their process, by the hit's id.
    func abandonedTries() throws(SQLiteError) -> [HitQueue.Hit.ID: Int] {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS abandoned (id TEXT PRIMARY KEY, tries INTEGER NOT NULL) WITHOUT ROWID"
        )
        let found = try connection.all("SELECT id, tries FROM abandoned") { row throws(SQLiteError) in
            (try row.text(0), row.amount(1))
        }
        return Dictionary(found) { first, _ in first }
    }

    /// Counts one more, and forgets those of hits that are gone.
    ///
    /// - Returns: How many there are.
    func countAbandonedTry(of id: HitQueue.Hit.ID) throws(SQLiteError) -> Int {
        let tries = try abandonedTries()[id, default: 0] + 1
        try connection.execute(
            "DELETE FROM abandoned WHERE id NOT IN (SELECT id FROM hit UNION ALL SELECT id FROM set_aside)"
        )
        try connection.execute("INSERT OR REPLACE INTO abandoned VALUES (?, ?)", .text(id), .int(Int64(tries)))
        return tries
    }

    /// A try of the hit has an outcome: it does not end the process.
    func forgetAbandonedTries(of id: HitQueue.Hit.ID) throws(SQLiteError) {
        try connection.execute("DELETE FROM abandoned WHERE id = ?", .text(id))
    }
}
