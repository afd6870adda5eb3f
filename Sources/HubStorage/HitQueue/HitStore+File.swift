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
    ///
    /// The version that comes after this one must take over what waits in it.
    private func besides(_ url: URL, _ version: Int64) -> URL {
        let mark = ".v\(version)"
        let name = url.deletingPathExtension().lastPathComponent
        if name.hasSuffix(mark) { return url }
        let folder = url.deletingLastPathComponent()
        return folder.appendingPathComponent(name + mark, isDirectory: false).appendingPathExtension(url.pathExtension)
    }

    /// The file; nil in memory.
    var file: DatabaseFile? { if case .file(let url) = location { DatabaseFile(url: url) } else { nil } }
}

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
