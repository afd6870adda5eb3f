// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// The file of a queue, as a tool sees it that does not send.
///
/// Looking changes nothing: no file is made or removed, the tables stay as they are, and a queue that uses the file at the
/// same time never waits for it.
package struct HitQueueFile: Sendable {
    /// A hit and what became of it so far.
    package struct Entry: Sendable, Hashable {
        package let hit: HitQueue.Hit
        /// Why the hit was set aside; nil if it waits.
        package let reason: String?
        /// Whether the hit is not what was written.
        package let isDamaged: Bool
    }

    /// What is in a file at one moment.
    package struct Contents: Sendable {
        /// The hits that wait, from the oldest on, and behind them those that were set aside.
        package internal(set) var entries: [Entry] = []
        /// The number of hits that are queued if the process that wrote them ends.
        package internal(set) var willCount = 0
    }

    private static let patience = Duration.seconds(5)

    package let path: String

    /// Names the file of a queue.
    package init(_ path: String) {
        self.path = path
    }

    // MARK: - Reading

    /// Reads the file.
    ///
    /// - Parameter now: The present time, at which a wait may be over.
    /// - Returns: What is in it.
    /// - Throws: ``SQLiteError`` if there is no such file, it cannot be read, or is not that of a queue.
    package func contents(at now: Date = Date()) throws(SQLiteError) -> Contents {
        try SQLiteConnection.reading(path, busyTimeout: Self.patience) { connection throws(SQLiteError) in
            let isOfQueue = try connection.has("SELECT 1 FROM sqlite_master WHERE name = 'hit'")
            guard try DatabaseSchema.hits.owns(connection), isOfQueue else {
                throw SQLiteError(code: .notADatabase, message: "it is not the file of a queue", path: path)
            }
            let (version, known) = (try connection.pragma("user_version"), DatabaseSchema.hits.version)
            guard version == known else {
                throw SQLiteError(
                    code: version > known ? .laterVersion : .error,
                    message: "it is of version \(version); this program reads version \(known)",
                    path: path
                )
            }
            var contents = Contents()
            let queries: [StaticString] = [
                "SELECT id, stream, created, attempts, payload, checksum, NULL FROM hit ORDER BY row",
                "SELECT id, stream, created, attempts, payload, checksum, reason FROM set_aside ORDER BY row",
            ]
            for query in queries {
                contents.entries += try connection.all(query) { row throws(SQLiteError) in
                    let (hit, isIntact) = try row.hit()
                    return Entry(hit: hit, reason: row.isNull(6) ? nil : try row.text(6), isDamaged: !isIntact)
                }
            }
            contents.willCount = try connection.first("SELECT count(*) FROM will") { row in row.amount(0) } ?? 0
            return contents
        }
    }

    // MARK: - Sending again

    /// Puts hits that were set aside back behind all others, as if they had just been queued and never tried.
    ///
    /// The queue that uses the file, now or at its next start, sends them.
    ///
    /// - Parameters:
    ///   - ids: The ids of the hits.
    ///   - now: The time of their new creation.
    /// - Returns: The number of those that were there.
    /// - Throws: ``SQLiteError`` if the file cannot be written, or is not of this library's version; nothing is changed
    ///   then.
    package func resend(_ ids: Set<String>, at now: Date = Date()) throws(SQLiteError) -> Int {
        // Refuses what is not the file of a queue, or of another version.
        _ = try contents(at: now)
        let database = HitDatabase(
            try DatabaseSchema.hits.open(path: path, busyTimeout: Self.patience, isChecked: false)
        )
        return try database.connection.transaction { () throws(SQLiteError) in
            try database.resendSetAside(at: now) { ids.contains($0.id) }
        }
    }
}
