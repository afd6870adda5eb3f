// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// Hits that are queued only where the process that wrote them ends before it takes them back.
extension HitDatabase {
    /// Replaces the hits that an owner wants queued for a key after its end.
    ///
    /// - Parameters:
    ///   - will: The hits and their key; an empty list withdraws the earlier ones.
    ///   - owner: The name of the queue that writes them.
    ///   - process: What tells whether it is still there.
    ///   - date: The present time, which the hits get as the time of their creation.
    /// - Throws: ``SQLiteError`` if the database cannot be written.
    func replace(_ will: HitQueue.Will, of owner: String, _ process: ProcessMark, at date: Date) throws(SQLiteError) {
        try connection.execute("DELETE FROM will WHERE owner = ? AND key = ?", .text(owner), .text(will.key))
        for (place, draft) in will.drafts.enumerated() {
            try restore(
                StoredWill(
                    owner: owner,
                    key: will.key,
                    place: Int64(place),
                    process: process,
                    created: date.microseconds,
                    stream: draft.stream,
                    payload: draft.payload
                )
            )
        }
    }

    /// Writes one hit of a will; one that is there already stays as it is.
    func restore(_ will: StoredWill) throws(SQLiteError) {
        try connection.execute(
            "INSERT OR IGNORE INTO will VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .text(will.owner),
            .text(will.key),
            .int(will.place),
            .int(will.process.identifier),
            .int(will.process.started),
            .int(will.created),
            .text(will.stream),
            .blob(will.payload),
            .int(will.checksum)
        )
    }

    /// Queues the hits that ended owners left behind, each once, even if several processes open the file at the same
    /// time.
    ///
    /// - Parameter isGone: Returns whether an owner has ended.
    /// - Throws: ``SQLiteError`` if the database cannot be read or written, or a will does not match its checksum; then
    ///   none is queued.
    func executeWills(where isGone: (_ owner: String, ProcessMark) -> Bool) throws(SQLiteError) {
        // Asked first, since a change waits for whoever else writes.
        guard try connection.has("SELECT 1 FROM will") else { return }
        try connection.transaction { () throws(SQLiteError) in
            let all = try connection.all("SELECT * FROM will ORDER BY owner, key, place") { row throws(SQLiteError) in
                let (will, isIntact) = try StoredWill.read(row)
                guard isIntact else { throw connection.damage("a will is not what was written") }
                return will
            }
            for will in all where isGone(will.owner, will.process) {
                try insert(will.hit)
                try connection.execute(
                    "DELETE FROM will WHERE owner = ? AND key = ? AND place = ?",
                    .text(will.owner),
                    .text(will.key),
                    .int(will.place)
                )
            }
        }
    }
}

/// One hit of a will, as the file keeps it.
struct StoredWill: Sendable, Hashable {
    let owner: String
    let key: String
    /// Its place in the will, from 0.
    let place: Int64
    let process: ProcessMark
    /// When it was written, in microseconds since 1970.
    let created: Int64
    let stream: String
    let payload: Data

    /// Reads a row of the table, and returns the hit and whether it is as it was written.
    ///
    /// - Throws: ``SQLiteError`` if a value that should be text is not.
    static func read(_ row: SQLiteStatement) throws(SQLiteError) -> (will: StoredWill, isIntact: Bool) {
        let will = StoredWill(
            owner: try row.text(0),
            key: try row.text(1),
            place: row.int64(2),
            process: ProcessMark(identifier: row.int64(3), started: row.int64(4)),
            created: row.int64(5),
            stream: try row.text(6),
            payload: row.data(7)
        )
        return (will, row.isNull(8) || row.int64(8) == will.checksum)
    }

    /// What tells it from one in which a bit was flipped.
    var checksum: Int64 {
        [
            .text(owner), .text(key), .int(place), .int(process.identifier), .int(process.started), .int(created),
            .text(stream), .blob(payload),
        ].checksum
    }

    /// The hit that it becomes.
    var hit: HitQueue.Hit {
        HitQueue.Hit(
            id: "\(owner)-\(key)-\(place)",
            stream: stream,
            payload: payload,
            created: Date(microseconds: created)
        )
    }
}
