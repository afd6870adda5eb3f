// SPDX-License-Identifier: Apache-2.0

import Foundation

// Hits that failed too often, and the end of all hits.
extension HitDatabase {
    /// Moves a hit to those that were set aside.
    ///
    /// - Returns: False where the hit was no longer there.
    func setAside(_ stored: StoredHit, reason: String) throws(SQLiteError) -> Bool {
        try connection.execute(
            """
            INSERT INTO set_aside (id, stream, created, attempts, payload, reason, checksum)
            SELECT id, stream, created, ?, payload, ?, checksum FROM hit WHERE row = ? AND id = ?
            """,
            .int(Int64(stored.hit.attempts)),
            .text(reason),
            .int(stored.row),
            .text(stored.hit.id)
        )
        return try remove(row: stored.row, id: stored.hit.id)
    }

    /// Deletes the oldest of the hits that were set aside where they are too many.
    ///
    /// - Returns: How many of each stream.
    func trimSetAside(keep: Int) throws(SQLiteError) -> [String: Int] {
        let deleted = try connection.all(
            "SELECT stream FROM set_aside ORDER BY row DESC LIMIT -1 OFFSET ?",
            .int(Int64(keep))
        ) { row throws(SQLiteError) in try row.text(0) }
        if deleted.isEmpty { return [:] }
        try connection.execute(
            "DELETE FROM set_aside WHERE row NOT IN (SELECT row FROM set_aside ORDER BY row DESC LIMIT ?)",
            .int(Int64(keep))
        )
        return Dictionary(grouping: deleted, by: \.self).mapValues(\.count)
    }

    /// Puts a hit among those that were set aside, as it was.
    func restore(_ aside: HitQueue.SetAsideHit) throws(SQLiteError) {
        let hit = aside.hit
        try connection.execute(
            """
            INSERT INTO set_aside (id, stream, created, attempts, payload, reason, checksum)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM set_aside WHERE id = ?1)
            """,
            .text(hit.id),
            .text(hit.stream),
            .int(hit.created.microseconds),
            .int(Int64(hit.attempts)),
            .blob(hit.payload),
            .text(aside.reason),
            .int(hit.checksum)
        )
    }

    /// How many hits were set aside.
    func setAsideCount() throws(SQLiteError) -> Int {
        try connection.first("SELECT count(*) FROM set_aside") { row in row.amount(0) } ?? 0
    }

    /// The hits that were set aside, from the oldest on.
    func setAsideHits() throws(SQLiteError) -> [HitQueue.SetAsideHit] {
        try connection.all(
            "SELECT id, stream, created, attempts, payload, checksum, reason FROM set_aside ORDER BY row"
        ) { row throws(SQLiteError) in HitQueue.SetAsideHit(hit: try intactHit(row), reason: try row.text(6)) }
    }

    /// Puts hits that were set aside back behind all others.
    ///
    /// - Parameters:
    ///   - date: The time of their new creation, as if they had never been tried; nil leaves age and tries as they are.
    ///   - isWanted: Returns whether a hit is to be sent again.
    /// - Returns: How many there were.
    /// - Throws: ``SQLiteError`` if the database cannot be read or written, or one of the hits is not what was written.
    func resendSetAside(at date: Date? = nil, where isWanted: (HitQueue.Hit) -> Bool) throws(SQLiteError) -> Int {
        let hits = try setAsideHits().map(\.hit).filter(isWanted).map { hit in
            guard let date else { return hit }
            return HitQueue.Hit(id: hit.id, stream: hit.stream, payload: hit.payload, created: date)
        }
        for hit in hits {
            try insert(hit)
            try connection.execute("DELETE FROM set_aside WHERE id = ?", .text(hit.id))
        }
        return hits.count
    }

    // MARK: Everything

    /// Removes everything, so that it cannot be read from the file either.
    ///
    /// - Returns: How many hits waited.
    func clear() throws(SQLiteError) -> Int {
        let count = try connection.transaction { () throws(SQLiteError) in
            let count = try totals().count
            try connection.execute("DELETE FROM hit")
            try connection.execute("DELETE FROM stream")
            try connection.execute("DELETE FROM set_aside")
            try connection.execute("DELETE FROM will")
            return count
        }
        connection.wipe()
        return count
    }
}
