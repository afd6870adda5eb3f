// SPDX-License-Identifier: Apache-2.0

/// What SQL still reads of a damaged file of a queue.
///
/// The table of hits and its index name the same rows on different pages: what one of them names and cannot be read is
/// lost, and counted.
struct HitSalvage {
    private(set) var hits: [Int64: HitQueue.Hit] = [:]
    /// The hits that were set aside, by their rows.
    private(set) var setAside: [Int64: HitQueue.SetAsideHit] = [:]
    /// What is to be queued when its process has ended.
    private(set) var wills: [StoredWill] = []
    /// Who sends a stream.
    private(set) var streams: [String: HitDatabase.StreamState] = [:]

    /// The rows that were seen and cannot be read.
    private var lostRows: Set<Int64> = []
    private var otherLosses = 0

    /// How many hits cannot be read, at least.
    var lost: Int { lostRows.count(where: { hits[$0] == nil }) + otherLosses }

    /// Reads a file and its log.
    ///
    /// - Throws: ``SQLiteError`` if the system does not let them be read.
    init(_ path: String) throws(SQLiteError) {
        let read = try SQLiteConnection.salvaging(path) { connection in
            var salvage = HitSalvage()
            salvage.readHits(connection)
            salvage.readSetAside(connection)
            salvage.readWills(connection)
            salvage.readStreams(connection)
            return salvage
        }
        self = read ?? HitSalvage()
        if read == nil { otherLosses = 1 }
    }

    private init() {}

    /// Adds a hit that is known from elsewhere; it is not lost then.
    mutating func add(_ stored: StoredHit) {
        hits[stored.row] = stored.hit
    }

    private mutating func readHits(_ connection: SQLiteConnection) {
        var named: Set<Int64> = []
        let isIndexWhole = connection.readBothWays(
            "SELECT row FROM hit INDEXED BY hit_in_stream ORDER BY stream, row",
            "SELECT row FROM hit INDEXED BY hit_in_stream ORDER BY stream DESC, row DESC"
        ) { named.insert($0.int64(0)) }
        let (found, lost, isCut) = connection.readRows(
            "SELECT row FROM hit NOT INDEXED ORDER BY row",
            "SELECT row FROM hit NOT INDEXED ORDER BY row DESC",
            named: named,
            isEveryRowNamed: isIndexWhole,
            "SELECT id, stream, created, attempts, payload, checksum FROM hit WHERE row = ?"
        ) { row throws(SQLiteError) in
            let (hit, isIntact) = try row.hit()
            return isIntact ? hit : nil
        }
        (hits, lostRows) = (found, lost)
        if isCut, lost.isEmpty { otherLosses += 1 }
    }

    private mutating func readSetAside(_ connection: SQLiteConnection) {
        let (found, lost, isCut) = connection.readRows(
            "SELECT row FROM set_aside ORDER BY row",
            "SELECT row FROM set_aside ORDER BY row DESC",
            "SELECT id, stream, created, attempts, payload, checksum, reason FROM set_aside WHERE row = ?"
        ) { row throws(SQLiteError) in
            let (hit, isIntact) = try row.hit()
            return isIntact ? HitQueue.SetAsideHit(hit: hit, reason: try row.text(6)) : nil
        }
        setAside = found
        otherLosses += lost.isEmpty && isCut ? 1 : lost.count
    }

    private mutating func readWills(_ connection: SQLiteConnection) {
        var wills: Set<StoredWill> = []
        var lost = 0
        let isWhole = connection.readBothWays(
            "SELECT * FROM will ORDER BY owner, key, place",
            "SELECT * FROM will ORDER BY owner DESC, key DESC, place DESC"
        ) { row in
            if let (will, isIntact) = try? StoredWill.read(row), isIntact {
                wills.insert(will)
            } else {
                lost += 1
            }
        }
        self.wills = Array(wills)
        otherLosses += lost + (isWhole ? 0 : 1)
    }

    private mutating func readStreams(_ connection: SQLiteConnection) {
        _ = connection.readBothWays(
            "SELECT lease_owner, lease_end, name FROM stream ORDER BY name",
            "SELECT lease_owner, lease_end, name FROM stream ORDER BY name DESC"
        ) { row in
            if let name = try? row.text(2) { streams[name] = try? HitDatabase.StreamState(row) }
        }
    }
}
