// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

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

    /// Reads a row of the table; one of the first version has no checksum.
    ///
    /// - Throws: ``SQLiteError`` if a value that should be text is not.
    static func read(
        _ row: SQLiteStatement,
        hasSum: Bool = true
    ) throws(SQLiteError) -> (will: StoredWill, isIntact: Bool) {
        let will = StoredWill(
            owner: try row.text(0),
            key: try row.text(1),
            place: row.int64(2),
            process: ProcessMark(identifier: row.int64(3), started: row.int64(4)),
            created: row.int64(5),
            stream: try row.text(6),
            payload: row.data(7)
        )
        return (will, !hasSum || row.isNull(8) || row.int64(8) == will.checksum)
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
