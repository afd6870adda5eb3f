// SPDX-License-Identifier: Apache-2.0

import Foundation

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
            return try db.transaction.run(work)
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
    func giveUpFile(at date: Date) -> Bool {
        guard case .file = location, failure != nil, !hasOpened, !isClosed,
            let patience = configuration.memoryFallback
        else { return false }
        let since = failingSince ?? date
        failingSince = since
        guard date >= since.adding(patience) else { return false }
        location = .inMemory
        hasGivenUp = true
        events.append(.continuesInMemory)
        return true
    }

    // MARK: The file

    private func open() throws(SQLiteError) -> HitDatabase {
        if let database, case .file = location, database.connection.hasMoved {
            // Somebody moved or removed the file. What would be written now would be lost with the process.
            self.database = nil
            mustCarryOver = true
            events.append(.damaged(path: nil, detail: "the file was moved or removed while it was in use"))
        }
        let ready = if let database { database } else { try connect() }
        if mustDiscard {
            report(dropped: try ready.clear(), .optedOut)
            removeDamagedCopy()
            totals = nil
            mustDiscard = false
        } else if mustCarryOver {
            try carryOver(to: ready)
            mustCarryOver = false
        }
        return ready
    }

    private func connect() throws(SQLiteError) -> HitDatabase {
        let path: String
        var lock: FolderLock?
        switch location {
        case .inMemory:
            path = ":memory:"
        case .file(let url):
            path = url.path
            let folder = url.deletingLastPathComponent()
            // Where this fails, SQLite says why.
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // SQLite finds a file's log by its name: a damaged file that is moved aside at this moment would be opened
            // together with the log of the one that takes its place, and would swallow it.
            lock = FolderLock(folder)
        }
        defer { lock?.release() }
        // Noted before the file is read, so that one which another process puts in its place is not taken for it.
        fileNumber = currentFileNumber
        let opened = try HitDatabase(
            path: path,
            schema: schema,
            busyTimeout: configuration.busyTimeout,
            maximumFileBytes: configuration.maximumFileBytes
        )
        // Names of streams are made anew by each run of an app, so what is left of them would add up. It does no harm, and
        // neither does it where this fails.
        try? opened.forgetEmptyStreams()
        // What a process left open that is gone. Where this fails, the next one that opens the file does it.
        try? opened.executeWills(where: Self.isGone)
        totals = nil
        oldestHint = nil
        database = opened
        hasOpened = true
        fileNumber = currentFileNumber
        return opened
    }

    /// Moves a damaged file aside, so that the next use begins a new one.
    private func rebuild(because error: SQLiteError) throws(SQLiteError) {
        database = nil
        mustCarryOver = true
        if case .file(let url) = location {
            guard let aside = try moveAside(url) else { return }
            events.append(.damaged(path: aside, detail: String(describing: error)))
        } else {
            events.append(.damaged(path: nil, detail: String(describing: error)))
        }
    }

    /// Puts what is in hand into a new file.
    private func carryOver(to db: HitDatabase) throws(SQLiteError) {
        if claimed.isEmpty, leases.isEmpty { return }
        try inTransaction(db) { () throws(SQLiteError) in
            for stored in claimed.values.sorted(by: { $0.row < $1.row }) {
                try db.restore(stored)
            }
            for (stream, end) in leases {
                try db.lease(stream, to: owner, until: end)
            }
        }
        totals = nil
    }

    /// - Returns: Where the file is now, or nil where another process has already put a new one in its place.
    private func moveAside(_ url: URL) throws(SQLiteError) -> String? {
        let aside = url.path + Self.damagedSuffix
        let lock = FolderLock(url.deletingLastPathComponent())
        defer { lock.release() }
        guard fileNumber == currentFileNumber else { return nil }
        do {
            // The database last: whoever finds its place empty begins a new one, whose log must stay.
            for suffix in ["-shm", "-wal", ""] {
                try? FileManager.default.removeItem(atPath: aside + suffix)
                if FileManager.default.fileExists(atPath: url.path + suffix) {
                    try FileManager.default.moveItem(atPath: url.path + suffix, toPath: aside + suffix)
                }
            }
        } catch {
            throw SQLiteError(
                code: .cannotOpen,
                message: "a damaged database cannot be moved aside: \(error)",
                path: url.path
            )
        }
        return aside
    }

    private func removeDamagedCopy() {
        guard case .file(let url) = location else { return }
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: url.path + Self.damagedSuffix + suffix)
        }
    }

    private var currentFileNumber: UInt64? {
        guard case .file(let url) = location else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    /// What a damaged file's name gets at its end.
    private static let damagedSuffix = ".damaged"
}
