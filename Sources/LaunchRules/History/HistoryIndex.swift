// SPDX-License-Identifier: Apache-2.0

import HubStorage

/// The records of an event history in memory: in the order in which they were recorded, and by their keys.
struct HistoryIndex: Sendable {
    /// The times by keys, in parts, so that a table that grows moves a 64th of them.
    private var parts: [[UInt64: HistoryTimes]]
    /// The records in the order in which they were recorded, behind those that were dropped.
    private var log: [HistoryRecord] = []
    private var dropped = 0

    private static let partCount = 64

    /// Makes an index.
    init(_ records: [HistoryRecord] = []) {
        parts = Array(repeating: [:], count: Self.partCount)
        log = records
        let parts = Self.partCount
        if records.count > parts {
            for part in self.parts.indices { self.parts[part].reserveCapacity(min(records.count / parts, 1_024)) }
        }
        for record in records { enter(record) }
    }

    /// The number of records.
    var count: Int { log.count - dropped }

    /// The records, in the order in which they were recorded.
    var records: ArraySlice<HistoryRecord> { log[dropped...] }

    /// Returns the times of the records with a key, ascending.
    func times(of key: UInt64) -> [Int64] {
        parts[Self.part(of: key)][key]?.all ?? []
    }

    private static func part(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key >> 32 ^ key) & UInt64(partCount - 1))
    }

    // MARK: Changing

    /// Adds a record.
    mutating func append(_ record: HistoryRecord) {
        log.append(record)
        enter(record)
    }

    private mutating func enter(_ record: HistoryRecord) {
        let part = Self.part(of: record.key)
        if parts[part][record.key]?.insert(record.time) == nil {
            parts[part][record.key] = .one(record.time)
        }
    }

    /// Removes records that were recorded first.
    ///
    /// - Parameter count: How many; more than there are count as all.
    mutating func dropFirst(_ count: Int) {
        let end = dropped + max(0, min(count, self.count))
        leave(log[dropped..<end])
        dropped = end
        // Moving what is left costs little beside what was dropped since the last time.
        if dropped > log.count / 4 {
            log.removeFirst(dropped)
            dropped = 0
        }
    }

    /// Removes the records from before a time.
    ///
    /// - Returns: How many there were.
    mutating func removeBefore(_ time: Int64) -> Int {
        remove { $0.time < time }
    }

    /// Removes the records of a key from one time to another, both inclusive.
    ///
    /// - Returns: How many there were.
    mutating func remove(_ key: UInt64, from: Int64, to: Int64) -> Int {
        guard !times(of: key).places(from: from, to: to).isEmpty else { return 0 }
        return remove { $0.key == key && from <= $0.time && $0.time <= to }
    }

    private mutating func remove(where isRemoved: (HistoryRecord) -> Bool) -> Int {
        let removed = records.filter(isRemoved)
        guard !removed.isEmpty else { return 0 }
        leave(removed[...])
        log = records.filter { !isRemoved($0) }
        dropped = 0
        return removed.count
    }

    private mutating func leave(_ removed: ArraySlice<HistoryRecord>) {
        if removed.count == count {
            for part in parts.indices { parts[part] = [:] }
            return
        }
        let times = Dictionary(grouping: removed, by: \.key)
        for (key, records) in times {
            let part = Self.part(of: key)
            guard let own = parts[part].removeValue(forKey: key) else { continue }
            parts[part][key] = own.removing(records.map(\.time).sorted())
        }
    }
}

/// A key, and the times that count.
struct HistoryQuery {
    var key: RuleHistoryKey
    /// The first time that counts.
    var from: Int64
    /// The last time that counts.
    var to: Int64
}

extension [HistoryQuery] {
    /// Returns how often each of several things happened.
    ///
    /// - Parameter times: Returns the times of the records with a key, ascending.
    /// - Returns: A result for each query.
    func results(_ times: (RuleHistoryKey) -> [Int64]) -> [HubHistoryResult] {
        map { query in
            let times = times(query.key)
            return HubHistoryResult(times, times.places(from: query.from, to: query.to))
        }
    }

    /// Returns how often each of several things happened, one after another.
    ///
    /// Each is searched for from the oldest hit of the one before on, and no record is a hit twice. Once one is not found,
    /// those behind it are not found either.
    ///
    /// - Parameter times: Returns the times of the records with a key, ascending.
    /// - Returns: A result for each query.
    func orderedResults(_ times: (RuleHistoryKey) -> [Int64]) -> [HubHistoryResult] {
        var earliest = Int64.min
        var used: [RuleHistoryKey: Int] = [:]
        var isBroken = false
        return map { query in
            if isBroken { return .none }
            let times = times(query.key)
            var places = times.places(from: Swift.max(query.from, earliest), to: query.to)
            if let last = used[query.key], places.lowerBound <= last {
                places = Swift.min(last + 1, places.upperBound)..<places.upperBound
            }
            guard let hit = places.first else {
                isBroken = true
                return .none
            }
            earliest = times[hit]
            used[query.key] = hit
            return HubHistoryResult(times, places)
        }
    }
}

extension HubHistoryResult {
    fileprivate static let none = HubHistoryResult(count: 0, oldest: nil, newest: nil)

    fileprivate init(_ times: [Int64], _ places: Range<Int>) {
        self.init(count: places.count, oldest: places.first.map { times[$0] }, newest: places.last.map { times[$0] })
    }
}
