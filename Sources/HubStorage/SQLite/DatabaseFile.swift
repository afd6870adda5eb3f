// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A database file that processes share, and what has to be seen to before it is opened.
struct DatabaseFile {
    let url: URL

    /// Looking at one MiB takes a millisecond.
    private static let bytesAlwaysChecked: UInt64 = 32 << 20

    /// Locks the folder, which is made if it is not there: SQLite finds a file's log by its name, and must not find that of
    /// another file there.
    ///
    /// - Throws: ``SQLiteError`` if another process holds it for too long. To go on without the lock could cost what both
    ///   have; in memory that waits for the next try.
    func locked() throws(SQLiteError) -> FolderLock {
        let folder = url.deletingLastPathComponent()
        // Where this fails, SQLite says why.
        try? PrivateFile.makeFolder(folder)
        let lock = FolderLock(folder)
        guard lock.isTaken else { return lock }
        lock.release()
        throw SQLiteError(code: .busy, message: "another process holds the folder of the file", path: url.path)
    }

    /// Has nobody else read the file and those beside it, to which SQLite gives the same rights.
    func prepare() {
        for suffix in ["-wal", "-shm"] { PrivateFile.tighten(url.path + suffix) }
        PrivateFile.prepare(url.path)
    }

    /// The file in place, by the number that the system gives it; nil if there is none.
    var number: UInt64? { number(.systemFileNumber, of: url.path) }

    /// Whether the whole file is looked at before it is used: unless it is large and no crash has left its log.
    var mustCheck: Bool {
        guard let bytes = number(.size, of: url.path), bytes > 0 else { return false }
        return bytes <= Self.bytesAlwaysChecked || number(.size, of: url.path + "-wal") ?? 0 > 0
    }

    private func number(_ key: FileAttributeKey, of path: String) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[key] as? NSNumber)?.uint64Value
    }
}
