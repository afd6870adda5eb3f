// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// What a store does about a damaged file: it sets the file aside, begins a new one and carries over what can be read.
//
// A file that is set aside is marked as unread until its hits are in the new one, so that a process that ends in between
// leaves the rest of the work to the next one.
extension HitStore {
    /// As many copies of damaged files are kept.
    private static let copiesKept = 3

    /// Moves a damaged file aside, so that the next use begins a new one.
    func rebuild(because error: SQLiteError) throws(SQLiteError) {
        database = nil
        mustCarryOver = true
        let detail = String(describing: error)
        guard case .file(let url) = location else {
            events.append(.damaged(path: nil, detail: detail, carriedOver: claimed.count, lost: 0))
            return
        }
        if try moveAside(url) { damageDetail = detail }
    }

    /// Puts what can be read of files that were set aside into the new one; the folder is locked.
    func carryOverDamaged(into db: HitDatabase) throws(SQLiteError) {
        guard case .file(let url) = location else { return }
        for copy in DamagedCopy.all(of: url) where copy.isUnread {
            // One that the system does not let be read is left to the next start.
            guard !mustDiscard, var salvage = try? HitSalvage(copy.path) else { continue }
            if mustCarryOver {
                for stored in claimed.values { salvage.add(stored) }
            }
            let detail = damageDetail ?? "another process found it damaged and ended"
            let (kept, lost) = try write(salvage, into: db)
            events.append(.damaged(path: copy.markAsRead(), detail: detail, carriedOver: kept, lost: lost))
        }
        damageDetail = nil
        DamagedCopy.all(of: url).filter { !$0.isUnread }.dropLast(Self.copiesKept).forEach { $0.remove() }
    }

    /// Writes what was salvaged; where there is no room for all of it, the newest.
    ///
    /// - Returns: How many hits were written, and how many were lost.
    private func write(_ salvage: HitSalvage, into db: HitDatabase) throws(SQLiteError) -> (kept: Int, lost: Int) {
        var rows = salvage.hits.keys.sorted()[...]
        while true {
            do throws(SQLiteError) {
                try inTransaction(db) { () throws(SQLiteError) in
                    for row in rows {
                        if let hit = salvage.hits[row] { try db.restore(StoredHit(row: row, hit: hit)) }
                    }
                    for (_, aside) in salvage.setAside.sorted(by: { $0.key < $1.key }) { try db.restore(aside) }
                    for will in salvage.wills { try db.restore(will) }
                    for (name, state) in salvage.streams { try db.restore(state, of: name) }
                }
                return (rows.count + salvage.setAside.count, salvage.lost + salvage.hits.count - rows.count)
            } catch {
                guard error.code.primary == .full, !rows.isEmpty else { throw error }
                rows = rows.dropFirst((rows.count + 1) / 2)
            }
        }
    }

    /// Puts what is in hand into a new file.
    func carryOver(to db: HitDatabase) throws(SQLiteError) {
        if claimed.isEmpty, leases.isEmpty { return }
        try inTransaction(db) { () throws(SQLiteError) in
            for stored in claimed.values.sorted(by: { $0.row < $1.row }) {
                try db.restore(stored)
            }
            for (stream, end) in leases {
                try db.lease(stream, to: lessee, until: end)
            }
        }
        totals = nil
    }

    /// - Returns: False where another process has already put a new file in its place.
    private func moveAside(_ url: URL) throws(SQLiteError) -> Bool {
        let lock = try DatabaseFile(url: url).locked()
        defer { lock.release() }
        guard fileNumber == file?.number else { return false }
        _ = try DamagedCopy.moveAside(url)
        return true
    }

    /// Removes every copy of a damaged file.
    func removeDamagedCopies() {
        guard case .file(let url) = location else { return }
        DamagedCopy.all(of: url).forEach { $0.remove() }
    }
}
