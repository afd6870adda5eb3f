// SPDX-License-Identifier: Apache-2.0

import Foundation

// Hits that failed too often, and the end of all hits.
extension HitDatabase {
    /// Moves a hit to those that were set aside.
    ///
    /// - Returns: False where the hit was no longer there.
    func setAside(_ stored: StoredHit, reason: String) throws(SQLiteError) -> Bool {
        try connection.prepare(
            """
            INSERT INTO set_aside (id, stream, created, attempts, payload, reason, checksum)
            SELECT id, stream, created, ?, payload, ?, checksum FROM hit WHERE row = ? AND id = ?
            """
        ).run(
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
        var deleted: [String: Int] = [:]
        try connection.prepare("SELECT stream FROM set_aside ORDER BY row DESC LIMIT -1 OFFSET ?")
            .forEach(.int(Int64(keep))) { row throws(SQLiteError) in
                deleted[try row.text(0), default: 0] += 1
                return true
            }
        if deleted.isEmpty { return [:] }
        try connection.prepare(
            "DELETE FROM set_aside WHERE row NOT IN (SELECT row FROM set_aside ORDER BY row DESC LIMIT ?)"
        ).run(.int(Int64(keep)))
        return deleted
    }

    /// Puts a hit among those that were set aside, as it was.
    func restore(_ aside: HitQueue.SetAsideHit) throws(SQLiteError) {
        let hit = aside.hit
        try connection.prepare(
            """
            INSERT INTO set_aside (id, stream, created, attempts, payload, reason, checksum)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM set_aside WHERE id = ?1)
            """
        ).run(
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
        try connection.prepare("SELECT count(*) FROM set_aside").first { row in row.amount(0) } ?? 0
    }

    /// The hits that were set aside, from the oldest on.
    func setAsideHits() throws(SQLiteError) -> [HitQueue.SetAsideHit] {
        var found: [HitQueue.SetAsideHit] = []
        let statement = try connection.prepare(
            "SELECT id, stream, created, attempts, payload, checksum, reason FROM set_aside ORDER BY row"
        )
        try statement.forEach { row throws(SQLiteError) in
            found.append(HitQueue.SetAsideHit(hit: try intactHit(row), reason: try row.text(6)))
            return true
        }
        return found
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
        let remove = try connection.prepare("DELETE FROM set_aside WHERE id = ?")
        for hit in hits {
            try insert(hit)
            try remove.run(.text(hit.id))
        }
        return hits.count
    }

    /// Forgets the hits that were set aside.
    func clearSetAside() throws(SQLiteError) {
        try connection.execute("DELETE FROM set_aside")
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
            try clearWills()
            return count
        }
        // The rows are gone with the commit. What follows wipes the pages that they were on; it needs the file for
        // itself, so where another process reads at this moment it is left to the next time.
        try? connection.execute("VACUUM")
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }
}
