// SPDX-License-Identifier: Apache-2.0

import Foundation

// Who sends streams at the moment. Until when a stream waits only its process knows, on a clock that never jumps.
extension HitDatabase {
    /// Returns the next stream that has hits, in the order of names, beginning anew after the last.
    ///
    /// - Parameter name: The name to continue after, which need not be that of a stream; nil for the first stream.
    /// - Returns: The stream's name, or nil if there are no hits.
    /// - Throws: ``SQLiteError`` if the database cannot be read.
    func stream(after name: String?) throws(SQLiteError) -> String? {
        let read = { (row: SQLiteStatement) throws(SQLiteError) in try row.text(0) }
        if let name,
            let next = try connection.first(
                "SELECT stream FROM hit WHERE stream > ? ORDER BY stream LIMIT 1",
                .text(name),
                read: read
            )
        {
            return next
        }
        return try connection.first("SELECT stream FROM hit ORDER BY stream LIMIT 1", read: read)
    }

    func hasHits(_ stream: String) throws(SQLiteError) -> Bool {
        try connection.has("SELECT 1 FROM hit WHERE stream = ?", .text(stream))
    }

    /// What is known about a stream.
    struct StreamState {
        /// Who has it for itself, or nil.
        let owner: String?
        /// Until when.
        let leaseEnd: Date

        /// Reads it from two columns.
        init(_ row: SQLiteStatement) throws(SQLiteError) {
            owner = row.isNull(0) ? nil : try row.text(0)
            leaseEnd = Date(microseconds: row.int64(1))
        }
    }

    /// What is known about a stream, or nil where there is nothing to know.
    func state(of stream: String) throws(SQLiteError) -> StreamState? {
        try connection.first(
            "SELECT lease_owner, lease_end FROM stream WHERE name = ?",
            .text(stream),
            read: StreamState.init
        )
    }

    /// Gives a stream to a process for a time.
    func lease(_ stream: String, to owner: String, until end: Date) throws(SQLiteError) {
        try connection.execute(
            "INSERT OR REPLACE INTO stream (name, lease_owner, lease_end, held_until) VALUES (?, ?, ?, 0)",
            .text(stream),
            .text(owner),
            .int(end.microseconds)
        )
    }

    /// Writes what was known about a stream in a file that is damaged now.
    func restore(_ state: StreamState, of stream: String) throws(SQLiteError) {
        try connection.execute(
            "INSERT OR IGNORE INTO stream (name, lease_owner, lease_end, held_until) VALUES (?, nullif(?, ''), ?, 0)",
            .text(stream),
            .text(state.owner ?? ""),
            .int(state.leaseEnd.microseconds)
        )
    }

    /// Ends a process's lease on a stream.
    func release(_ stream: String, from owner: String) throws(SQLiteError) {
        try connection.execute("DELETE FROM stream WHERE name = ? AND lease_owner = ?", .text(stream), .text(owner))
    }

    /// Forgets what was said of streams that have no hits: all of them were dropped while the stream waited.
    func forgetEmptyStreams() throws(SQLiteError) {
        // Asked first, since a change waits for whoever else writes.
        guard try connection.has("SELECT 1 FROM stream WHERE name NOT IN (SELECT stream FROM hit)") else { return }
        try connection.execute("DELETE FROM stream WHERE name NOT IN (SELECT stream FROM hit)")
    }
}
