// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// How a store comes to its file, and what it does when that fails.
extension HitStore {
    /// Does something with the database, which is opened where it is not.
    ///
    /// A damaged file is set aside, and the work done once more on a new one. `work` changes nothing of the store
    /// before its last call to the database has succeeded, so that this is safe.
    ///
    /// - Returns: What `work` returns, or nil where the storage failed.
    @discardableResult
    func attempt<Result>(_ work: (HitDatabase) throws(SQLiteError) -> Result) -> Result? {
        if isClosed { return nil }
        do throws(SQLiteError) {
            do throws(SQLiteError) {
                return try work(open())
            } catch {
                guard error.meansDamage else { throw error }
                totals = nil
                try rebuild(because: error)
                return try work(open())
            }
        } catch {
            fail(error)
            return nil
        }
    }

    /// Does work in a transaction, and forgets the totals where that fails, since they count what was undone.
    func inTransaction<Result>(
        _ db: HitDatabase,
        _ work: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        do throws(SQLiteError) {
            return try db.connection.transaction(work)
        } catch {
            totals = nil
            throw error
        }
    }

    /// Notes that the storage does not work; only the first note is told.
    private func fail(_ error: SQLiteError) {
        totals = nil
        lastError = error
        if !error.leavesConnectionUsable, location != .inMemory {
            database = nil
        }
        guard failure == nil else { return }
        failure = error
        events.append(.storageFailed(error))
    }

    /// Goes on in memory where the file could not be opened even once and the time for that is over.
    ///
    /// - Returns: True where it is worth trying again.
    func giveUpFile() -> Bool {
        guard case .file(let url) = location, failure != nil, !hasOpened, !isClosed,
            let patience = configuration.memoryFallback
        else { return false }
        let since = failingSince ?? date
        failingSince = since
        guard date >= since.adding(patience) else { return false }
        location = .inMemory
        hasGivenUp = true
        abandonedFile = AbandonedFile(url: url, retry: date, mustDiscard: mustDiscard)
        events.append(.continuesInMemory)
        return true
    }

    // MARK: The file

    private func open() throws(SQLiteError) -> HitDatabase {
        if let database, case .file = location, database.connection.hasMoved {
            // Somebody moved or removed the file. What would be written now would be lost with the process.
            self.database = nil
            mustCarryOver = true
            let detail = "the file was moved or removed while it was in use"
            events.append(.damaged(path: nil, detail: detail, carriedOver: claimed.count, lost: 0))
        }
        let ready = if let database { database } else { try connect() }
        if mustDiscard {
            report(dropped: try ready.clear(), .optedOut)
            removeDamagedCopies()
            totals = nil
            mustDiscard = false
        } else if mustCarryOver {
            try carryOver(to: ready)
            mustCarryOver = false
        }
        return ready
    }

    func connect() throws(SQLiteError) -> HitDatabase {
        let path: String
        var lock: FolderLock?
        switch location {
        case .inMemory:
            path = ":memory:"
        case .file(let url):
            path = url.path
            // A damaged file that is moved aside at this moment would be opened together with the log of the one that takes its
            // place, and would swallow it.
            lock = try DatabaseFile(url: url).locked()
            DatabaseFile(url: url).prepare()
            if mark == nil { mark = FolderOwner(url.deletingLastPathComponent()) }
        }
        defer { lock?.release() }
        // Noted before the file is read, so that one which another process puts in its place is not taken for it.
        fileNumber = file?.number
        let opened: HitDatabase
        do throws(SQLiteError) {
            opened = HitDatabase(
                try schema.open(
                    path: path,
                    busyTimeout: configuration.busyTimeout,
                    isChecked: !hasOpened && file?.mustCheck == true,
                    outlivesPower: configuration.durability == .power,
                    maximumBytes: configuration.maximumFileBytes
                )
            )
        } catch {
            guard error.code == .laterVersion, case .file(let url) = location, url != besides(url, schema.version)
            else { throw error }
            // What is in it is that version's to send. This one keeps its own beside it.
            location = .file(besides(url, schema.version))
            lock?.release()
            lock = nil
            return try connect()
        }
        try carryOverDamaged(into: opened)
        adoptEarlierVersions(into: opened)
        try unlessDamaged { () throws(SQLiteError) in
            // Names of streams are made anew by each run of an app, so what is left of them would add up. It does no
            // harm, and neither does it where this fails.
            try opened.forgetEmptyStreams()
        }
        try unlessDamaged { () throws(SQLiteError) in
            // What a process left open that is gone. Where this fails, the next one that opens the file does it.
            try opened.executeWills(where: isGone)
        }
        totals = nil
        oldestHint = nil
        database = opened
        hasOpened = true
        fileNumber = file?.number
        return opened
    }

    /// Does what may be left out where it fails, but not where that shows a damage.
    private func unlessDamaged(_ work: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        do throws(SQLiteError) {
            try work()
        } catch {
            if error.meansDamage { throw error }
        }
    }

    // MARK: Other versions

    /// The file that a version uses while the one of a later version is in the place of its own: `pings.v2.sqlite` beside
    /// `pings.sqlite`.
    private func besides(_ url: URL, _ version: Int64) -> URL {
        let mark = ".v\(version)"
        let name = url.deletingPathExtension().lastPathComponent
        if name.hasSuffix(mark) { return url }
        let folder = url.deletingLastPathComponent()
        return folder.appendingPathComponent(name + mark, isDirectory: false).appendingPathExtension(url.pathExtension)
    }

    /// Takes over what an earlier version has left beside this file, as far as no process of that version is sending
    /// it.
    ///
    /// Where this fails, it is tried again at the next start.
    private func adoptEarlierVersions(into db: HitDatabase) {
        guard case .file(let url) = location, schema.version > 1 else { return }
        for version in 1..<schema.version {
            let file = besides(url, version)
            guard file != url, FileManager.default.fileExists(atPath: file.path) else { continue }
            try? adopt(file, into: db)
        }
    }

    private func adopt(_ file: URL, into db: HitDatabase) throws(SQLiteError) {
        let other = try SQLiteConnection(path: file.path, busyTimeout: configuration.busyTimeout)
        // Both hold what is under way until the other one is done; a crash between the two commits doubles hits, which
        // have the same id then.
        try other.transaction { () throws(SQLiteError) in
            let hits = try other.all(
                """
                SELECT id, hit.stream, created, attempts, payload, NULL FROM hit
                WHERE NOT EXISTS (SELECT 1 FROM stream WHERE name = hit.stream AND lease_end > ?1) ORDER BY row
                """,
                .int(Date().microseconds)
            ) { row throws(SQLiteError) in try row.hit().hit }
            try inTransaction(db) { () throws(SQLiteError) in
                for hit in hits { try db.insert(hit) }
            }
            for hit in hits { try other.execute("DELETE FROM hit WHERE id = ?", .text(hit.id)) }
        }
    }

    /// The file; nil in memory.
    var file: DatabaseFile? { if case .file(let url) = location { DatabaseFile(url: url) } else { nil } }
}
