// SPDX-License-Identifier: Apache-2.0

import Foundation

// How much a store keeps.
extension HitStore {
    /// How many adds may pass before the store looks whether another process has changed the file.
    private static let addsBetweenCounts = 16

    /// What waits after something was dropped, and what that was.
    struct Thinning {
        var totals: (count: Int, bytes: Int)
        var dropped: [HitQueueEvent.DropReason: [String: Int]] = [:]
        var rows: [Int64] = []
    }

    /// Writes hits behind all others and drops what is then over a limit.
    ///
    /// - Returns: False where the storage failed; none of them is written then.
    func insert(_ hits: [HitQueue.Hit], _ wills: [HitQueue.Will] = [], at date: Date, release: Release) -> Bool {
        let bytes = hits.reduce(0) { $0 + $1.payload.count }
        let done: Void? = attempt { db throws(SQLiteError) in
            var before = try countedTotals(db, within: Self.addsBetweenCounts)
            var after = (count: before.count + hits.count, bytes: before.bytes + bytes)
            if breach(of: after) != nil, addsSinceCount > 0 {
                // Nothing is dropped on what may have changed since.
                before = try countedTotals(db, within: 0)
                after = (count: before.count + hits.count, bytes: before.bytes + bytes)
            }
            addsSinceCount += 1
            // A statement on its own is a transaction of its own, and the quickest one.
            if hits.count == 1, wills.isEmpty, breach(of: after) == nil {
                try db.insert(hits[0])
                totals = after
                return
            }
            let thinning = try inTransaction(db) { () throws(SQLiteError) in
                var newest = Int64.max
                for hit in hits {
                    newest = try db.insert(hit)
                }
                for will in wills { try db.replace(will, of: owner, at: date) }
                return try dropExcess(db, totals: after, below: newest, at: date, release: release)
            }
            apply(thinning)
        }
        return done != nil
    }

    /// Drops what is over a limit.
    func enforceLimits(at date: Date, release: Release) {
        attempt { db throws(SQLiteError) in
            let before = try countedTotals(db, within: 0)
            if breach(of: before) == nil { return }
            let thinning = try inTransaction(db) { () throws(SQLiteError) in
                try dropExcess(db, totals: before, below: .max, at: date, release: release)
            }
            apply(thinning)
        }
    }

    /// Drops the hits that waited too long.
    ///
    /// - Returns: What was dropped, to be applied after the commit, and the age of what is left.
    func dropExpired(
        _ db: HitDatabase,
        totals: (count: Int, bytes: Int),
        at date: Date,
        release: Release
    ) throws(SQLiteError) -> (Thinning, oldest: Date?) {
        var thinning = Thinning(totals: totals)
        guard let age = configuration.limits.age else { return (thinning, nil) }
        let cutoff = date.adding(.zero - age)
        if let oldestHint, oldestHint > cutoff { return (thinning, oldestHint) }
        try drop(db, &thinning, at: date, release: release) { candidate, _ in
            candidate.created <= cutoff ? .age : nil
        }
        return (thinning, try db.oldest())
    }

    /// Notes what was dropped, once that is committed.
    func apply(_ thinning: Thinning) {
        totals = thinning.totals
        for row in thinning.rows {
            claimed[row] = nil
        }
        for (reason, streams) in thinning.dropped {
            report(dropped: streams, reason)
        }
    }

    /// How much waits.
    ///
    /// It is counted again only where another process changed the file, and asking for that costs a sixth of an add.
    ///
    /// - Parameter adds: After how many adds it asks again.
    func countedTotals(_ db: HitDatabase, within adds: Int) throws(SQLiteError) -> (count: Int, bytes: Int) {
        if let totals, addsSinceCount < adds { return totals }
        let version = try db.dataVersion()
        addsSinceCount = 0
        if let totals, version == totalsVersion { return totals }
        let counted = try db.totals()
        totals = counted
        totalsVersion = version
        return counted
    }

    private func breach(of totals: (count: Int, bytes: Int)) -> HitQueueEvent.DropReason? {
        configuration.limits.breach(count: totals.count, bytes: totals.bytes, offline: isOffline)
    }

    private func dropExcess(
        _ db: HitDatabase,
        totals: (count: Int, bytes: Int),
        below newest: Int64,
        at date: Date,
        release: Release
    ) throws(SQLiteError) -> Thinning {
        var thinning = Thinning(totals: totals)
        guard let breach = breach(of: totals) else { return thinning }
        let limits = configuration.limits.lowered(after: breach)
        try drop(db, &thinning, at: date, release: release) { candidate, totals in
            candidate.row < newest
                ? limits.breach(count: totals.count, bytes: totals.bytes, offline: isOffline) : nil
        }
        return thinning
    }

    /// Drops hits from the oldest on, as long as there is a reason, and passes over those that are being sent.
    private func drop(
        _ db: HitDatabase,
        _ thinning: inout Thinning,
        at date: Date,
        release: Release,
        reason: (HitDatabase.Candidate, (count: Int, bytes: Int)) -> HitQueueEvent.DropReason?
    ) throws(SQLiteError) {
        var victims: [HitDatabase.Candidate] = []
        try db.forEachDroppable(owner: owner, at: date) { candidate in
            guard let reason = reason(candidate, thinning.totals) else { return false }
            if release(candidate.row, candidate.stream) {
                victims.append(candidate)
                thinning.rows.append(candidate.row)
                thinning.dropped[reason, default: [:]][candidate.stream, default: 0] += 1
                thinning.totals.count -= 1
                thinning.totals.bytes -= candidate.bytes
            }
            return true
        }
        for victim in victims {
            try db.remove(row: victim.row, id: victim.id)
        }
    }
}
