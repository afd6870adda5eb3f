// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The storage of a queue: a database while that works, and memory while it does not.
///
/// It knows how to keep hits and nothing about sending them. It is used by one thread at a time: ``HitQueue`` keeps it
/// under a lock. It never throws: what goes wrong is in the events.
final class HitStore {
    /// Asks the scheduler whether a hit may be dropped.
    ///
    /// It says no where the hit is being sent.
    typealias Release = @Sendable (_ row: Int64, _ stream: String) -> Bool

    var configuration: HitQueue.Configuration
    /// The time of what is done now.
    private(set) var moment: HitMoment
    var date: Date { moment.date }
    private let began: Instant
    private(set) var uptime = Duration.zero
    var release: Release
    /// The first part of the ids that it gives: a name that no other store has, in this process or another.
    let owner: String
    /// This queue's name in leases, which says whether it is still there.
    private(set) var lessee: String
    /// Names the receiver to which a stream leads.
    let receiver: @Sendable (String) -> String
    /// Hits whose abandoned tries were counted here, until they have an outcome.
    var countedTries: Set<HitQueue.Hit.ID> = []
    /// What was to be told and was not taken yet.
    var events: [HitQueueEvent] = []
    private var isTelling = false
    /// Why the storage began not to work, or nil where it does.
    var failure: SQLiteError?
    /// Why the last attempt failed that did.
    var lastError: SQLiteError?
    /// How many hits were written since the storage failed that it could not take at first.
    var writtenLate = 0
    /// Hits and wills that the storage could not take.
    var overflow = HitOverflow()
    /// Hits that were given to the scheduler and are not settled: what can be carried over to a new file.
    var claimed: [Int64: StoredHit] = [:]
    /// The leases that this process has.
    var leases: [String: Date] = [:]
    /// Where the next search for streams begins, so that all get their turn.
    var cursor: String?
    /// When the oldest hit was queued; it may be older than that by now, and nil is unknown.
    var oldestHint: Date?
    /// How much waits, or nil where that has to be counted.
    var totals: (count: Int, bytes: Int)?
    /// What the file's version was when `totals` was true.
    var totalsVersion: Int64 = 0
    /// How many adds there were since that was looked at.
    var addsSinceCount = 0

    /// Where hits are; memory once a file was given up.
    var location: HitQueue.Location
    let schema: DatabaseSchema
    var database: HitDatabase?
    var fileNumber: UInt64?
    /// What tells others that this store may still take its wills back; nil before the file is opened.
    var mark: FolderOwner? {
        didSet { if let mark { lessee = Self.lessee(owner, mark.mark) } }
    }
    private var nextID: UInt64 = 0
    private var isRefusing = false
    var isClosed = false
    /// True once the file could be opened.
    var hasOpened = false
    /// When the storage was first seen not to work, while it does not.
    var failingSince: Date?
    /// The file that was given up, as long as it was.
    var abandonedFile: AbandonedFile?
    /// True where the user's choice was not yet carried out on the file.
    var mustDiscard = false
    /// True where the file is a new one and lacks what is in hand.
    var mustCarryOver = false
    /// What was wrong with the file that was set aside, until it has been reported.
    var damageDetail: String?

    /// Makes a store, whose file is opened when it is first needed.
    init(
        location: HitQueue.Location,
        configuration: HitQueue.Configuration,
        owner: String,
        schema: DatabaseSchema,
        receiver: @escaping @Sendable (String) -> String,
        at moment: HitMoment,
        release: @escaping Release
    ) {
        self.location = location
        self.configuration = configuration
        self.owner = owner
        self.receiver = receiver
        lessee = Self.lessee(owner, .current)
        Self.living.withLock { _ = $0.insert(owner) }
        self.schema = schema
        self.moment = moment
        began = moment.now
        self.release = release
    }

    /// The stores of this process that may still take their wills back.
    static let living = Locked<Set<String>>([])

    deinit {
        Self.living.withLock { _ = $0.remove(owner) }
    }

    /// Whether nobody will take back what an owner has left.
    func isGone(_ owner: String, _ process: ProcessMark) -> Bool {
        if process == .current { return !Self.living.withLock { $0.contains(owner) } }
        guard case .file(let url) = location else { return !process.isRunning }
        return !FolderOwner.isThere(process, in: url.deletingLastPathComponent())
    }

    private static func lessee(_ owner: String, _ mark: ProcessMark) -> String {
        "\(owner) \(mark.identifier) \(mark.started)"
    }

    /// Whether nobody will give back what is leased to a name; nil where the name does not say.
    func isGone(lessee: String) -> Bool? {
        let parts = lessee.split(separator: " ")
        guard parts.count >= 3, let started = Int64(parts[parts.count - 1]), let number = Int64(parts[parts.count - 2])
        else { return nil }
        let owner = parts.dropLast(2).joined(separator: " ")
        return isGone(owner, ProcessMark(identifier: number, started: started))
    }

    /// Takes note of the time.
    func note(_ moment: HitMoment) {
        self.moment = moment
        uptime = max(uptime, moment.now - began)
    }

    // MARK: Adding

    /// Adds hits, all of them or none.
    ///
    /// - Parameters:
    ///   - drafts: The hits.
    ///   - wills: What is to be queued if this process ends before it is replaced.
    ///   - isOffline: Asks whether all receivers of these streams are out of reach.
    /// - Returns: What became of each, or nil where the store is closed.
    func add(
        _ drafts: [HitQueue.Draft],
        leaving wills: [HitQueue.Will],
        isOffline: (Set<String>) -> Bool
    ) -> [HitQueue.Admission]? {
        if isClosed { return nil }
        if isRefusing { return drafts.map { _ in .refused } }
        returnToFile()
        let hits = drafts.map { draft in
            defer { nextID += 1 }
            return HitQueue.Hit(id: "\(owner)-\(nextID)", stream: draft.stream, payload: draft.payload, created: date)
        }
        if failure == nil {
            let room = roomOffline(for: hits, isOffline)
            if insert(Array(hits.prefix(room)), wills) {
                let refused = hits.dropFirst(room)
                report(
                    dropped: refused.reduce(into: [:]) { streams, hit in streams[hit.stream, default: 0] += 1 },
                    .offlineCount
                )
                return hits.prefix(room).map { .stored(id: $0.id) } + refused.map { _ in .dropped }
            }
        }
        for hit in hits {
            report(dropped: overflow.append(hit, limits: configuration.limits), .memory)
        }
        for will in wills { overflow.append(will, limits: configuration.limits) }
        return hits.map { .heldInMemory(id: $0.id) }
    }

    // MARK: The host's switches

    func configure(_ configuration: HitQueue.Configuration) {
        self.configuration = configuration
        if database != nil, failure == nil { enforceLimits() }
    }

    /// Discards everything and refuses what comes, or takes hits again.
    ///
    /// Where the storage does not work, what it holds is discarded before it is used again.
    func setRefusing(_ isRefusing: Bool) {
        if isRefusing {
            beginRefusing()
            attempt { _ in }
        } else {
            self.isRefusing = false
        }
    }

    /// Refuses what comes, and leaves it to the first use of the file to discard what is there.
    func beginRefusing() {
        isRefusing = true
        report(dropped: overflow.streams, .optedOut)
        overflow = HitOverflow()
        claimed = [:]
        leases = [:]
        mustDiscard = true
        abandonedFile?.mustDiscard = true
        mustCarryOver = false
    }

    /// Closes the file; leases were given back by the last step.
    func close() {
        isClosed = true
        mark = nil
        Self.living.withLock { _ = $0.remove(owner) }
        database = nil
    }

    // MARK: Answers

    /// What is kept.
    ///
    /// Where the storage does not work this is what is in memory.
    func summary() -> HitQueue.Summary {
        var summary = HitQueue.Summary()
        var oldest: Date?
        attempt { db throws(SQLiteError) in
            var stored = HitQueue.Summary()
            try db.forEachStream { stored.add($0, count: $1, bytes: $2) }
            stored.setAsideCount = try db.setAsideCount()
            for name in stored.streams.keys {
                if let state = try db.state(of: name), leaseEnd(of: state) != nil {
                    stored.reasons[receiver(name)] = "another process sends them"
                }
            }
            oldest = try db.oldest()
            summary = stored
        }
        for hit in overflow.hits { summary.add(hit.stream, count: 1, bytes: hit.payload.count) }
        summary.inMemoryCount = overflow.hits.count
        summary.isStorageWorking = failure == nil && abandonedFile == nil
        let oldestOfAll = [oldest, overflow.hits.first?.created].compactMap(\.self).min()
        summary.oldestAge = oldestOfAll.map { .microseconds(date.microseconds - $0.microseconds) }
        return summary
    }

    /// The hits that were set aside, from the oldest on.
    func setAsideHits() -> [HitQueue.SetAsideHit] {
        attempt { db throws(SQLiteError) in try db.setAsideHits() } ?? []
    }

    /// Forgets the hits that were set aside.
    func clearSetAside() {
        attempt { db throws(SQLiteError) in try db.connection.execute("DELETE FROM set_aside") }
    }

    /// Puts the hits that were set aside back behind all others.
    ///
    /// - Returns: How many there were.
    func resendSetAside() -> Int {
        let count = attempt { db throws(SQLiteError) in
            try inTransaction(db) { () throws(SQLiteError) in try db.resendSetAside(at: date) { _ in true } }
        }
        totals = nil
        guard let count, count > 0 else { return 0 }
        enforceLimits()
        return count
    }

    /// Waits until what was written is on the disk.
    func checkpoint() {
        guard database != nil, failure == nil else { return }
        attempt { db throws(SQLiteError) in try db.connection.execute("PRAGMA wal_checkpoint(FULL)") }
    }

    /// Whether events wait that nobody was asked to tell yet.
    func beginTelling() -> Bool {
        defer { isTelling = !events.isEmpty }
        return !isTelling && !events.isEmpty
    }

    /// What was to be told since the last time.
    func removeEvents() -> [HitQueueEvent] {
        defer { (events, isTelling) = ([], false) }
        return events
    }

    func report(dropped count: Int, _ reason: HitQueueEvent.DropReason, streams: [String: Int] = [:]) {
        if count > 0 { events.tell(.dropped(count: count, reason: reason, streams: streams)) }
    }

    func report(dropped streams: [String: Int], _ reason: HitQueueEvent.DropReason) {
        report(dropped: streams.values.reduce(0, +), reason, streams: streams)
    }
}
