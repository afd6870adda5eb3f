// SPDX-License-Identifier: Apache-2.0

import Foundation

// Hits that are queued only where the process that wrote them ends before it takes them back.
extension HitDatabase {
    /// Begins the table where the file has none; a file without it is still a whole file.
    private func makeWillTable() throws(SQLiteError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS will (
                owner TEXT NOT NULL,
                key TEXT NOT NULL,
                place INTEGER NOT NULL,
                process INTEGER NOT NULL,
                started INTEGER NOT NULL,
                created INTEGER NOT NULL,
                stream TEXT NOT NULL,
                payload BLOB NOT NULL,
                PRIMARY KEY (owner, key, place)
            ) WITHOUT ROWID
            """
        )
    }

    private func hasWillTable() throws(SQLiteError) -> Bool {
        try connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'will'").first { _ in true }
            ?? false
    }

    /// Replaces what an owner wants queued for a key after its end.
    ///
    /// - Parameters:
    ///   - will: The hits; none takes back what was there.
    ///   - owner: The queue that writes them.
    ///   - date: Now, in the time of the hits.
    func replace(_ will: HitQueue.Will, of owner: String, at date: Date) throws(SQLiteError) {
        if will.drafts.isEmpty {
            guard try hasWillTable() else { return }
        } else {
            try makeWillTable()
        }
        try connection.prepare("DELETE FROM will WHERE owner = ? AND key = ?").run(.text(owner), .text(will.key))
        guard !will.drafts.isEmpty else { return }
        let process = ProcessMark.current
        let insert = try connection.prepare("INSERT INTO will VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (place, draft) in will.drafts.enumerated() {
            try insert.run(
                .text(owner),
                .text(will.key),
                .int(Int64(place)),
                .int(process.identifier),
                .int(process.started),
                .int(date.microseconds),
                .text(draft.stream),
                .blob(draft.payload)
            )
        }
    }

    /// Queues what owners that are gone wanted queued, each once, whoever opens the file at the same time.
    ///
    /// - Parameter isGone: Whether an owner has ended.
    func executeWills(where isGone: (_ owner: String, ProcessMark) -> Bool) throws(SQLiteError) {
        guard try hasWillTable() else { return }
        try transaction.run { () throws(SQLiteError) in
            var gone: [String] = []
            try connection.prepare("SELECT DISTINCT owner, process, started FROM will").forEach {
                row throws(SQLiteError) in
                let owner = try row.text(0)
                if isGone(owner, ProcessMark(identifier: row.int64(1), started: row.int64(2))) { gone.append(owner) }
                return true
            }
            for owner in gone {
                try connection.prepare(
                    """
                    INSERT INTO hit (id, stream, created, attempts, bytes, payload)
                    SELECT owner || '-' || key || '-' || place, stream, created, 0, length(payload), payload
                    FROM will WHERE owner = ? ORDER BY key, place
                    """
                ).run(.text(owner))
                try connection.prepare("DELETE FROM will WHERE owner = ?").run(.text(owner))
            }
        }
    }

    /// Forgets every will.
    func clearWills() throws(SQLiteError) {
        guard try hasWillTable() else { return }
        try connection.execute("DELETE FROM will")
    }
}
