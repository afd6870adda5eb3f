// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A damaged file that was set aside beside the one that took its place: `pings.sqlite.damaged-2` of `pings.sqlite`.
struct DamagedCopy {
    /// The file; its log has `-wal` behind that.
    let path: String
    /// Its number; a later one is higher.
    let number: Int
    /// Whether its hits are not yet in the file that took its place.
    let isUnread: Bool

    private static let mark = ".damaged-"
    private static let unread = "-unread"

    private init(of file: URL, _ number: Int, isUnread: Bool) {
        path = file.path + Self.mark + String(number) + (isUnread ? Self.unread : "")
        self.number = number
        self.isUnread = isUnread
    }

    /// The copies of a file, the oldest first.
    static func all(of file: URL) -> [DamagedCopy] {
        let folder = file.deletingLastPathComponent().path
        let prefix = file.lastPathComponent + mark
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name -> DamagedCopy? in
            guard name.hasPrefix(prefix) else { return nil }
            let rest = name.dropFirst(prefix.count)
            let isUnread = rest.hasSuffix(unread)
            guard let number = Int(rest.dropLast(isUnread ? unread.count : 0)), (1..<Int.max).contains(number) else {
                return nil
            }
            return DamagedCopy(of: file, number, isUnread: isUnread)
        }.sorted { $0.number < $1.number }
    }

    /// Moves a file and its log to a copy that is not there yet; the folder is locked.
    ///
    /// - Throws: ``SQLiteError`` if the system does not let it.
    static func moveAside(_ file: URL) throws(SQLiteError) -> DamagedCopy {
        let copy = DamagedCopy(of: file, (all(of: file).last?.number ?? 0) + 1, isUnread: true)
        let manager = FileManager.default
        do {
            // It can be made anew from the others.
            try? manager.removeItem(atPath: file.path + "-shm")
            // The database last: whoever finds its place empty begins a new one, whose log must stay.
            for suffix in ["-wal", ""] where manager.fileExists(atPath: file.path + suffix) {
                try manager.moveItem(atPath: file.path + suffix, toPath: copy.path + suffix)
            }
        } catch {
            let message = "a damaged database cannot be moved aside: \(error)"
            throw SQLiteError(code: .cannotOpen, message: message, path: file.path)
        }
        return copy
    }

    /// Notes that its hits were carried over.
    ///
    /// - Returns: Where it is now.
    func markAsRead() -> String {
        let now = String(path.dropLast(isUnread ? Self.unread.count : 0))
        // Made by reading it.
        try? FileManager.default.removeItem(atPath: path + "-shm")
        // The database last: as long as it has its old name, all of it is read again.
        for suffix in ["-wal", ""] { try? FileManager.default.moveItem(atPath: path + suffix, toPath: now + suffix) }
        return now
    }

    func remove() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
