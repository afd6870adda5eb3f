// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The statements of a queue over one open file.
///
/// It knows SQL and nothing about when to do what.
///
/// Every method may throw ``SQLiteError``. Those that change something leave it to the caller to put several of them
/// into one transaction.
final class HitDatabase {
    let connection: SQLiteConnection

    /// Takes a connection that ``DatabaseSchema/hits`` has opened.
    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    // MARK: Hits

    /// Adds a hit.
    ///
    /// - Parameters:
    ///   - hit: The hit.
    ///   - row: A row, which the hit gets if no other one has it; 0 for behind all others.
    /// - Returns: The row of a hit that was added.
    /// - Throws: ``SQLiteError`` if the database cannot be written.
    @discardableResult
    func insert(_ hit: HitQueue.Hit, at row: Int64 = 0) throws(SQLiteError) -> Int64 {
        try connection.execute(
            """
            INSERT OR IGNORE INTO hit (row, id, stream, created, attempts, bytes, payload, checksum)
            VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?)
            """,
            .int(row),
            .text(hit.id),
            .text(hit.stream),
            .int(hit.created.microseconds),
            .int(Int64(hit.attempts)),
            .int(Int64(hit.payload.count)),
            .blob(hit.payload),
            .int(hit.checksum)
        )
        return connection.lastInsertedRow
    }

    /// Puts a hit back into the row that it had, or behind all others where another hit has that row now.
    ///
    /// One that is there already stays as it is.
    func restore(_ stored: StoredHit) throws(SQLiteError) {
        try insert(stored.hit, at: stored.row)
        if connection.changes == 0, try !connection.has("SELECT 1 FROM hit WHERE id = ?", .text(stored.hit.id)) {
            try insert(stored.hit)
        }
    }

    /// Reads a hit from six columns.
    ///
    /// - Throws: ``SQLiteError`` if it does not match its checksum.
    func intactHit(_ row: SQLiteStatement, from column: Int32 = 0) throws(SQLiteError) -> HitQueue.Hit {
        let (hit, isIntact) = try row.hit(from: column)
        guard isIntact else { throw connection.damage("a hit is not what was written") }
        return hit
    }

    /// Removes a hit.
    ///
    /// - Returns: False where it was no longer there.
    @discardableResult
    func remove(row: Int64, id: HitQueue.Hit.ID) throws(SQLiteError) -> Bool {
        try connection.execute("DELETE FROM hit WHERE row = ? AND id = ?", .int(row), .text(id))
        return connection.changes > 0
    }

    /// Writes how many tries of a hit have failed.
    ///
    /// - Returns: False where it was no longer there.
    func setAttempts(of stored: StoredHit) throws(SQLiteError) -> Bool {
        try connection.execute(
            "UPDATE hit SET attempts = ? WHERE row = ? AND id = ?",
            .int(Int64(stored.hit.attempts)),
            .int(stored.row),
            .text(stored.hit.id)
        )
        return connection.changes > 0
    }

    /// Returns the first hits of a stream that has hits, in order.
    ///
    /// - Parameters:
    ///   - stream: The stream's name.
    ///   - limit: The largest number of hits.
    ///   - bytes: The sum of payloads, in bytes, that ends the batch: the hit that reaches it is the last.
    /// - Returns: At least one hit.
    /// - Throws: ``SQLiteError`` if the database cannot be read, a hit does not match its checksum, or the stream has
    ///   no hits.
    func head(of stream: String, limit: Int, bytes: Int) throws(SQLiteError) -> [StoredHit] {
        var found: [StoredHit] = []
        var left = bytes
        try connection.prepare(
            "SELECT row, id, stream, created, attempts, payload, checksum FROM hit WHERE stream = ? ORDER BY row LIMIT ?"
        ).forEach([.text(stream), .int(Int64(limit))]) { row throws(SQLiteError) in
            let hit = try intactHit(row, from: 1)
            found.append(StoredHit(row: row.int64(0), hit: hit))
            left -= hit.payload.count
            return left > 0
        }
        if found.isEmpty { throw connection.damage("a stream of the index has no hits") }
        return found
    }

    /// A hit without its payload, as a candidate to be dropped.
    struct Candidate {
        let row: Int64
        let id: String
        let stream: String
        let created: Date
        let bytes: Int
    }

    /// Visits hits from the oldest on, except those of streams that another process has leased.
    ///
    /// - Parameters:
    ///   - owner: This process's name in leases.
    ///   - date: The present time, which decides which leases have ended.
    ///   - visit: Receives each hit and returns whether to go on. It must not change the tables.
    /// - Throws: ``SQLiteError`` if the database cannot be read.
    func forEachDroppable(
        owner: String,
        at date: Date,
        visit: (Candidate) -> Bool
    ) throws(SQLiteError) {
        try connection.prepare(
            """
            SELECT hit.row, hit.id, hit.stream, hit.created, hit.bytes FROM hit
            LEFT JOIN stream ON stream.name = hit.stream
            WHERE stream.lease_owner IS NULL OR stream.lease_owner = ?1 OR stream.lease_end <= ?2
            ORDER BY hit.row
            """
        ).forEach([.text(owner), .int(date.microseconds)]) { row throws(SQLiteError) in
            visit(
                Candidate(
                    row: row.int64(0),
                    id: try row.text(1),
                    stream: try row.text(2),
                    created: Date(microseconds: row.int64(3)),
                    bytes: row.amount(4)
                )
            )
        }
    }

    // MARK: Amounts

    /// How many hits there are, and how many bytes their payloads have.
    func totals() throws(SQLiteError) -> (count: Int, bytes: Int) {
        let found = try connection.first("SELECT count(*), total(bytes) FROM hit") { row in
            (row.amount(0), row.amount(1))
        }
        return found ?? (0, 0)
    }

    /// A number that changes when another connection has changed the file.
    func dataVersion() throws(SQLiteError) -> Int64 {
        try connection.first("PRAGMA data_version") { row in row.int64(0) } ?? 0
    }

    /// Visits the streams that have hits, with their number and bytes.
    func forEachStream(_ visit: (String, Int, Int) -> Void) throws(SQLiteError) {
        try connection.prepare("SELECT stream, count(*), total(bytes) FROM hit GROUP BY stream").forEach {
            row throws(SQLiteError) in
            visit(try row.text(0), row.amount(1), row.amount(2))
            return true
        }
    }

    /// When the oldest hit was queued, or nil.
    func oldest() throws(SQLiteError) -> Date? {
        try connection.first("SELECT created FROM hit ORDER BY row") { row in Date(microseconds: row.int64(0)) }
    }
}
