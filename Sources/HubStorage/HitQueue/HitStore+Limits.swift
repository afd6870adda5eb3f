// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// How new hits are written, and how much a store keeps.
extension HitStore {
    /// How many adds may pass before the store looks whether another process has changed the file.
    static let addsBetweenCounts = 16

    /// Writes hits behind all others and drops what is then over a limit.
    ///
    /// - Returns: False where the storage failed; none of them is written then.
    func insert(_ hits: [HitQueue.Hit], _ wills: [HitQueue.Will] = []) -> Bool {
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
                for will in wills { try db.replace(will, of: owner, mark?.mark ?? .current, at: date) }
                return try dropExcess(db, totals: after, below: newest)
            }
            apply(thinning)
        }
        return done != nil
    }

    /// What waits after something was dropped, and what that was.
    struct Thinning {
        var totals: (count: Int, bytes: Int)
        var dropped: [HitQueueEvent.DropReason: [String: Int]] = [:]
        var rows: [Int64] = []

        /// One of the hits is gone.
        mutating func remove(bytes: Int) {
            totals.count -= 1
            totals.bytes -= bytes
        }
    }

    /// Drops what is over a limit.
    func enforceLimits() {
        attempt { db throws(SQLiteError) in
            let before = try countedTotals(db, within: 0)
            if breach(of: before) == nil { return }
            let thinning = try inTransaction(db) { () throws(SQLiteError) in
                try dropExcess(db, totals: before, below: .max)
            }
            apply(thinning)
        }
    }

    /// How many of these hits may be added: all of them, unless nobody can be reached and as many wait as may.
    ///
    /// This limit holds for what comes new, and deletes nothing that waits.
    func roomOffline(for hits: [HitQueue.Hit], _ isOffline: (Set<String>) -> Bool) -> Int {
        let limit = configuration.limits.offlineCount
        let room = attempt { db throws(SQLiteError) in
            var count = try countedTotals(db, within: Self.addsBetweenCounts).count
            guard count + hits.count > limit else { return hits.count }
            count = try countedTotals(db, within: 0).count
            guard count + hits.count > limit else { return hits.count }
            var streams = Set(hits.map(\.stream))
            try db.forEachStream { name, _, _ in streams.insert(name) }
            return isOffline(streams) ? min(hits.count, max(0, limit - count)) : hits.count
        }
        return room ?? hits.count
    }

    /// Whether hits wait and all receivers of their streams are out of reach.
    func isOffline(_ areOutOfReach: (Set<String>) -> Bool) -> Bool {
        attempt { db throws(SQLiteError) in
            var streams: Set<String> = []
            try db.forEachStream { name, _, _ in streams.insert(name) }
            return areOutOfReach(streams)
        } ?? false
    }

    /// How far a hit may lie ahead of the time before a clock must have been wrong.
    private static let tolerance = Duration.seconds(86_400)

    /// Drops the hits that waited too long.
    ///
    /// A clock may be wrong for one launch, and that costs no hit its age. What this process has queued is too old once
    /// the process is as old as that itself. What another one has queued and what seems too old, or from the future, is
    /// noted, and its age counts from there.
    ///
    /// - Returns: The age of what is left.
    func dropExpired(_ db: HitDatabase, _ thinning: inout Thinning) throws(SQLiteError) -> Date? {
        guard let age = configuration.limits.age else { return nil }
        let (cutoff, horizon) = (date.adding(.zero - age), date.adding(Self.tolerance))
        if let oldestHint, oldestHint > cutoff, oldestHint <= horizon { return oldestHint }
        let doubts = try db.doubts()
        var doubtful: [HitDatabase.Candidate] = []
        var oldest: Date?
        var expired: [HitDatabase.Candidate] = []
        func drop(_ candidate: HitDatabase.Candidate) -> Verdict {
            expired.append(candidate)
            return .drop(.age)
        }
        try self.drop(db, &thinning) { candidate, _ in
            let isFromTheFuture = candidate.created > horizon
            guard candidate.created <= cutoff || isFromTheFuture else {
                oldest = min(oldest ?? candidate.created, candidate.created)
                return .stop
            }
            if !isFromTheFuture, uptime >= age, candidate.id.hasPrefix(owner + "-") { return drop(candidate) }
            guard let seen = doubts[candidate.row], seen <= date else {
                doubtful.append(candidate)
                oldest = min(oldest ?? date, date)
                return .pass
            }
            if seen <= cutoff { return drop(candidate) }
            oldest = min(oldest ?? seen, seen)
            return .pass
        }
        if !doubtful.isEmpty { try db.doubt(doubtful, since: date) }
        // One that is being sent stays, and is looked at again.
        if expired.count > thinning.rows.count { oldest = cutoff }
        return oldest
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

    /// Returns how many hits wait and how many bytes they have.
    ///
    /// They are counted again only if another process changed the file, because asking for that costs a sixth of an
    /// add.
    ///
    /// - Parameters:
    ///   - db: The queue's database.
    ///   - adds: The number of adds after which the database is asked again whether the file has changed.
    /// - Returns: The number of hits and the sum of their payloads in bytes.
    /// - Throws: ``SQLiteError`` if the database cannot be read.
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

    func breach(of totals: (count: Int, bytes: Int)) -> HitQueueEvent.DropReason? {
        configuration.limits.breach(count: totals.count, bytes: totals.bytes)
    }

    func dropExcess(
        _ db: HitDatabase,
        totals: (count: Int, bytes: Int),
        below newest: Int64
    ) throws(SQLiteError) -> Thinning {
        var thinning = Thinning(totals: totals)
        guard let breach = breach(of: totals) else { return thinning }
        let limits = configuration.limits.lowered(after: breach)
        try drop(db, &thinning) { candidate, totals in
            guard candidate.row < newest,
                let reason = limits.breach(count: totals.count, bytes: totals.bytes)
            else { return .stop }
            return .drop(reason)
        }
        return thinning
    }

    /// What becomes of a hit.
    private enum Verdict {
        case drop(HitQueueEvent.DropReason)
        /// It stays, and the one behind it is looked at.
        case pass
        /// It stays, and so does everything behind it.
        case stop
    }

    /// Drops hits from the oldest on, and passes over those that are being sent.
    private func drop(
        _ db: HitDatabase,
        _ thinning: inout Thinning,
        verdict: (HitDatabase.Candidate, (count: Int, bytes: Int)) -> Verdict
    ) throws(SQLiteError) {
        var victims: [HitDatabase.Candidate] = []
        try db.forEachDroppable(owner: lessee, at: date) { candidate in
            let reason: HitQueueEvent.DropReason
            switch verdict(candidate, thinning.totals) {
            case .drop(let why): reason = why
            case .pass: return true
            case .stop: return false
            }
            if release(candidate.row, candidate.stream) {
                victims.append(candidate)
                thinning.rows.append(candidate.row)
                thinning.dropped[reason, default: [:]][candidate.stream, default: 0] += 1
                thinning.remove(bytes: candidate.bytes)
            }
            return true
        }
        for victim in victims {
            try db.remove(row: victim.row, id: victim.id)
        }
    }
}
