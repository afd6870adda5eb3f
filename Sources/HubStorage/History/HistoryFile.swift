// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// The file of an event history: opened, read once, and changed.
///
/// It is used by one thread at a time. Another process may have the same file open; neither notices the other's records
/// before it opens the file again.
package final class HistoryFile {
    /// A file that was not as it was written.
    ///
    /// It was moved aside and a new one begun.
    package struct Damage: Sendable, Hashable {
        /// Where it is now; nil if there was no file left to move.
        package var path: String?
        package var detail: String
        /// How many records were seen in it and could not be read; there may have been others.
        package var lost: Int
    }

    private let url: URL
    private var file: DatabaseFile { DatabaseFile(url: url) }
    private let busyTimeout: Duration
    private var table: HistoryTable?
    /// The file that was opened last, by the number that the system gives it.
    private var fileNumber: UInt64?

    /// As many copies of damaged files are kept.
    private static let copiesKept = 2

    /// Names a file; it is opened by ``open()``.
    ///
    /// - Parameters:
    ///   - url: The file, which is made if it is not there, and its folder too.
    ///   - busyTimeout: How long a call waits for another process that holds the file.
    package init(_ url: URL, busyTimeout: Duration = .seconds(1)) {
        self.url = url
        self.busyTimeout = busyTimeout
    }

    // MARK: Opening

    /// Opens the file and reads it.
    ///
    /// A damaged one is moved aside, and what can be read of it put into a new one.
    ///
    /// - Returns: What it holds, and what was wrong with the file that was there; nil if nothing was.
    /// - Throws: ``SQLiteError`` if the system or another process does not let it; the file is left unchanged then.
    package func open() throws(SQLiteError) -> (content: HistoryContent, damage: Damage?) {
        // The process that was to remove everything has ended before it could.
        if FileManager.default.fileExists(atPath: Self.eraseMark(of: url)) { try erase() }
        do throws(SQLiteError) {
            let table = try connect()
            let content = try table.content()
            self.table = table
            guard DamagedCopy.all(of: url).contains(where: \.isUnread) else { return (content, nil) }
            return try carryOver(because: "another process found it damaged and ended")
        } catch {
            guard error.meansDamage else { throw error }
            _ = try moveAside()
            return try carryOver(because: error.message)
        }
    }

    /// Puts what can be read of files that were set aside in front of what the file holds.
    ///
    /// Which of them are in it is noted in the same transaction, so that a process that ends before it marks them doubles
    /// nothing.
    private func carryOver(because detail: String) throws(SQLiteError) -> (content: HistoryContent, damage: Damage?) {
        // One process at a time: another one may have moved the file aside just now, or have carried over the same copies.
        let lock = try file.locked()
        defer { lock.release() }
        let table = if let table, !table.connection.hasMoved { table } else { try connectLocked() }
        self.table = table
        var copies = DamagedCopy.all(of: url).filter(\.isUnread)
        guard !copies.isEmpty else { return (try table.content(), nil) }
        var lost = 0
        let content = try table.connection.transaction { () throws(SQLiteError) in
            let known = try table.carriedOver()
            var records: [HistoryRecord] = []
            // One that the system does not let be read is left to the next start.
            copies = copies.filter { copy in
                if known.contains(copy.number) { return true }
                guard let salvage = try? HistoryTable.salvage(copy.path) else { return false }
                records += salvage.records
                lost += salvage.lost
                return true
            }
            var content = try table.content()
            content.records.insert(contentsOf: records, at: 0)
            try table.fill(with: content, noting: copies)
            return content
        }
        let path = copies.map { $0.markAsRead() }.last
        removeCopies(beyond: Self.copiesKept)
        return (content, Damage(path: path, detail: detail, lost: lost))
    }

    private func connect() throws(SQLiteError) -> HistoryTable {
        let lock = try file.locked()
        defer { lock.release() }
        return try connectLocked()
    }

    /// Connects to the file, whose folder is locked.
    private func connectLocked() throws(SQLiteError) -> HistoryTable {
        file.prepare()
        fileNumber = file.number
        return try HistoryTable(path: url.path, busyTimeout: busyTimeout, isChecked: file.mustCheck)
    }

    // MARK: Changing

    /// Writes changes, all of them or none.
    ///
    /// - Throws: ``SQLiteError`` if the file cannot be written. If its content is wrong, or the file was removed while
    ///   it was open, that means damage, and ``replace(with:because:)`` is what helps.
    package func write(_ changes: [HistoryChange]) throws(SQLiteError) {
        try change { table throws(SQLiteError) in
            for change in changes { try table.apply(change) }
        }
    }

    /// Changes the open table in one transaction.
    private func change(_ body: (HistoryTable) throws(SQLiteError) -> Void) throws(SQLiteError) {
        do throws(SQLiteError) {
            var isDone = false
            while !isDone {
                let table = try tableInPlace()
                isDone = try table.connection.transaction { () throws(SQLiteError) in
                    // Until now another process could move the file aside; from now on it waits for the end of this.
                    if table.connection.hasMoved { return false }
                    try body(table)
                    return true
                }
            }
        } catch {
            if !error.leavesConnectionUsable { table = nil }
            throw error
        }
    }

    /// The open table; the file is opened once more if another process has put a new one in its place.
    private func tableInPlace() throws(SQLiteError) -> HistoryTable {
        if let table, !table.connection.hasMoved { return table }
        guard table == nil || FileManager.default.fileExists(atPath: url.path) else {
            // What would be written now would be lost with the process.
            throw SQLiteError(code: .corrupt, message: "the file was removed while it was in use", path: url.path)
        }
        let opened = try connect()
        table = opened
        return opened
    }

    /// Moves the file aside, if there is one, and begins a new one.
    ///
    /// - Parameters:
    ///   - content: What the new file holds.
    ///   - error: What was wrong with the file.
    /// - Returns: Where the damaged file is now.
    /// - Throws: ``SQLiteError`` if the new file cannot be written.
    package func replace(with content: HistoryContent, because error: SQLiteError) throws(SQLiteError) -> Damage {
        let copy = try moveAside()
        var content = content
        try change { table throws(SQLiteError) in
            // Where another process has begun a new file, that holds what this one had stored, and records of its own.
            if copy == nil { content.records = try table.content().records.adding(content.records) }
            try table.fill(with: content, noting: copy.map { [$0] } ?? [])
        }
        let damage = Damage(path: copy?.markAsRead(), detail: error.message, lost: 0)
        removeCopies(beyond: Self.copiesKept)
        return damage
    }

    /// Replaces what the file holds.
    ///
    /// - Parameter content: What it is to hold.
    /// - Throws: ``SQLiteError`` if the file cannot be opened or written.
    package func rewrite(_ content: HistoryContent) throws(SQLiteError) {
        // What they hold was salvaged, or was in memory.
        let copies = DamagedCopy.all(of: url).filter(\.isUnread)
        try change { table throws(SQLiteError) in try table.fill(with: content, noting: copies) }
        for copy in copies { _ = copy.markAsRead() }
    }

    /// Removes everything: the records, and the copies of damaged files.
    ///
    /// A file that cannot be opened, such as one of a later version, is removed itself.
    ///
    /// - Throws: ``SQLiteError`` if the file can be neither cleared nor removed.
    package func erase() throws(SQLiteError) {
        var mustErase = true
        defer {
            // It stays where what was to be removed is still there.
            if !mustErase { try? FileManager.default.removeItem(atPath: Self.eraseMark(of: url)) }
        }
        removeCopies(beyond: 0)
        guard FileManager.default.fileExists(atPath: url.path) else {
            (table, mustErase) = (nil, false)
            return
        }
        do throws(SQLiteError) {
            try tableInPlace().clear()
        } catch {
            guard error.meansDamage || error.code == .laterVersion else { throw error }
            try remove()
        }
        mustErase = false
    }

    /// Notes beside a file that everything is to be removed from it, so that this is done even if the process ends first.
    ///
    /// - Parameter url: The file.
    package static func markForErasing(_ url: URL) {
        guard FileManager.default.fileExists(atPath: url.path) || !DamagedCopy.all(of: url).isEmpty else { return }
        PrivateFile.prepare(eraseMark(of: url))
    }

    private static func eraseMark(of url: URL) -> String { url.path + ".erase" }

    private func remove() throws(SQLiteError) {
        table = nil
        do {
            let manager = FileManager.default
            for suffix in ["-shm", "-wal", ""] where manager.fileExists(atPath: url.path + suffix) {
                try manager.removeItem(atPath: url.path + suffix)
            }
        } catch {
            throw SQLiteError(code: .cannotOpen, message: "the file cannot be removed: \(error)", path: url.path)
        }
    }

    /// Closes the file; it can be opened again.
    package func close() {
        table = nil
    }

    // MARK: Damaged files

    /// - Returns: The copy; nil if there is no file, or another process has moved it.
    private func moveAside() throws(SQLiteError) -> DamagedCopy? {
        table = nil
        let lock = try file.locked()
        defer { lock.release() }
        // Another process may have put a new file in its place, which is a good one.
        guard let number = file.number, fileNumber == nil || fileNumber == number else { return nil }
        // Another process may be writing to it, since not everybody finds the damage. What it has stored by now is carried
        // over, and what it stores later goes into the new file.
        let writer = try writeLock()
        defer { withExtendedLifetime(writer) {} }
        return try DamagedCopy.moveAside(url)
    }

    /// Keeps every other connection from writing to the file, for as long as the result lives.
    ///
    /// - Returns: nil if the file is so damaged that nobody can write to it.
    /// - Throws: ``SQLiteError`` if another process writes to it for too long.
    private func writeLock() throws(SQLiteError) -> SQLiteConnection? {
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: url.path, busyTimeout: busyTimeout)
            connection.keepLog()
            try connection.execute("BEGIN IMMEDIATE")
            return connection
        } catch {
            if error.code.primary == .busy { throw error }
            return nil
        }
    }

    private func removeCopies(beyond count: Int) {
        DamagedCopy.all(of: url).dropLast(count).forEach { $0.remove() }
    }
}

extension [HistoryRecord] {
    /// Returns these records and behind them those of others that are not among them, each as often as in the list that has
    /// it more often.
    fileprivate func adding(_ others: [HistoryRecord]) -> [HistoryRecord] {
        var counts: [HistoryRecord: Int] = [:]
        for record in self { counts[record, default: 0] += 1 }
        return self
            + others.filter { record in
                guard let count = counts[record], count > 0 else { return true }
                counts[record] = count - 1
                return false
            }
    }
}
