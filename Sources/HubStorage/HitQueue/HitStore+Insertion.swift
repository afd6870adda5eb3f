// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// How new hits are written.
extension HitStore {
    /// How many adds may pass before the store looks whether another process has changed the file.
    static let addsBetweenCounts = 16

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
                for will in wills { try db.replace(will, of: owner, mark?.mark ?? .current, at: date) }
                return try dropExcess(db, totals: after, below: newest, at: date, release: release)
            }
            apply(thinning)
        }
        return done != nil
    }
}
