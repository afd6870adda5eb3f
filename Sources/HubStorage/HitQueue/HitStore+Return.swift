// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// How a store that goes on in memory comes back to its file, which may have been unreadable for a while only: a process
// that starts before a device was first unlocked lives for days after it.
extension HitStore {
    /// A file that could not be opened even once.
    struct AbandonedFile {
        let url: URL
        /// When it is tried again.
        var retry: Date
        /// Whether the user's choice has discarded what is in it.
        var mustDiscard = false
    }

    /// The shortest time between two tries to open the file.
    private static let returnInterval = Duration.seconds(10)

    /// Puts what is in memory into the file, if it can be opened by now, and goes on there.
    ///
    /// Not while hits are being sent: they have other numbers in the file.
    func returnToFile() {
        guard let abandoned = abandonedFile, date >= abandoned.retry, claimed.isEmpty, !isClosed, let memory = database
        else { return }
        abandonedFile?.retry = date.adding(max(Self.returnInterval, configuration.memoryFallback ?? .zero))
        location = .file(abandoned.url)
        database = nil
        do throws(SQLiteError) {
            let file = try connect()
            if abandoned.mustDiscard {
                report(dropped: try file.clear(), .optedOut)
                removeDamagedCopies()
            }
            let written = try move(from: memory, to: abandoned.url.path)
            abandonedFile = nil
            leases = [:]
            failingSince = nil
            hasGivenUp = false
            events.append(.storageRecovered(written: written))
        } catch {
            location = .inMemory
            database = memory
        }
        totals = nil
        oldestHint = nil
    }

    /// Moves hits and wills, and returns the number of hits.
    private func move(from memory: HitDatabase, to path: String) throws(SQLiteError) -> Int {
        let connection = memory.connection
        try connection.execute("ATTACH ? AS file", .text(path))
        defer { try? connection.execute("DETACH file") }
        return try connection.transaction { () throws(SQLiteError) in
            try connection.execute(
                """
                INSERT INTO file.hit (id, stream, created, attempts, bytes, payload, checksum)
                SELECT id, stream, created, attempts, bytes, payload, checksum FROM main.hit ORDER BY row
                """
            )
            try connection.execute(
                """
                INSERT INTO file.set_aside (id, stream, created, attempts, payload, reason, checksum)
                SELECT id, stream, created, attempts, payload, reason, checksum FROM main.set_aside ORDER BY row
                """
            )
            try connection.execute("INSERT OR REPLACE INTO file.will SELECT * FROM main.will")
            return try connection.first("SELECT count(*) FROM main.hit") { row in row.amount(0) } ?? 0
        }
    }
}
