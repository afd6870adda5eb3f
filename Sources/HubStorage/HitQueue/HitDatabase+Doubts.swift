// SPDX-License-Identifier: Apache-2.0

import Foundation

// Hits whose age is in doubt: a clock was wrong when they were queued, or is now.
extension HitDatabase {
    private func hasDoubtTable() throws(SQLiteError) -> Bool {
        try connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'doubt'").first { _ in true
        }
            ?? false
    }

    /// When each doubtful hit was first found to be one.
    func doubts() throws(SQLiteError) -> [Int64: Date] {
        guard try hasDoubtTable() else { return [:] }
        var found: [Int64: Date] = [:]
        // A row may have been used again since.
        try connection.prepare(
            "SELECT doubt.row, seen FROM doubt JOIN hit ON hit.row = doubt.row AND hit.id = doubt.id"
        )
        .forEach { row in
            found[row.int64(0)] = Date(microseconds: row.int64(1))
            return true
        }
        return found
    }

    /// Notes when hits were first found doubtful, and forgets those that are gone.
    ///
    /// A file without the table is a whole file, so that every version of the library reads it.
    func doubt(_ candidates: [Candidate], since date: Date) throws(SQLiteError) {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS doubt (row INTEGER PRIMARY KEY, id TEXT NOT NULL, seen INTEGER NOT NULL)"
        )
        try connection.execute("DELETE FROM doubt WHERE row NOT IN (SELECT row FROM hit)")
        let note = try connection.prepare("INSERT OR REPLACE INTO doubt VALUES (?, ?, ?)")
        for candidate in candidates {
            try note.run(.int(candidate.row), .text(candidate.id), .int(date.microseconds))
        }
    }

    // MARK: - Tries that ended with their process

    /// How many tries of a hit in a row ended with their process, by the hit's id.
    func abandonedTries() throws(SQLiteError) -> [HitQueue.Hit.ID: Int] {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS abandoned (id TEXT PRIMARY KEY, tries INTEGER NOT NULL) WITHOUT ROWID"
        )
        var found: [HitQueue.Hit.ID: Int] = [:]
        try connection.prepare("SELECT id, tries FROM abandoned").forEach { row throws(SQLiteError) in
            found[try row.text(0)] = row.amount(1)
            return true
        }
        return found
    }

    /// Counts one more, and forgets those of hits that are gone.
    ///
    /// - Returns: How many there are.
    func countAbandonedTry(of id: HitQueue.Hit.ID) throws(SQLiteError) -> Int {
        let tries = try abandonedTries()[id, default: 0] + 1
        try connection.execute(
            "DELETE FROM abandoned WHERE id NOT IN (SELECT id FROM hit UNION ALL SELECT id FROM set_aside)"
        )
        try connection.prepare("INSERT OR REPLACE INTO abandoned VALUES (?, ?)").run(.text(id), .int(Int64(tries)))
        return tries
    }

    /// A try of the hit has an outcome: it does not end the process.
    func forgetAbandonedTries(of id: HitQueue.Hit.ID) throws(SQLiteError) {
        try connection.prepare("DELETE FROM abandoned WHERE id = ?").run(.text(id))
    }
}
