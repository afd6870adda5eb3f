// SPDX-License-Identifier: Apache-2.0

/// The question of a historical condition, put to a history.
struct RuleHistorySearch {
    let history: any RuleHistory
    /// The milliseconds that count, both inclusive; none where the first is behind the last.
    let from: Int64
    let to: Int64

    /// Returns how many records there are of any of the keys; nil represents content that cannot be recorded.
    func count(_ keys: [RuleHistoryKey?]) -> Int64 {
        keys.reduce(0) { sum, key in
            guard let key else { return sum }
            let times = history.times(of: key)
            return sum + Int64(max(0, times.firstIndex(above: to) - times.firstIndex(notBelow: from)))
        }
    }

    /// Returns whether there are records of the keys in their order, one record for each; those of one millisecond are in
    /// any order.
    func isOrdered(_ keys: [RuleHistoryKey?]) -> Bool {
        var earliest = from
        /// The first record of each key that was not taken yet.
        var next: [RuleHistoryKey: Int] = [:]
        for key in keys {
            guard let key else { return false }
            let times = history.times(of: key)
            let place = max(times.firstIndex(notBelow: earliest), next[key] ?? 0)
            guard place < times.count, times[place] <= to else { return false }
            earliest = times[place]
            next[key] = place + 1
        }
        return true
    }

    /// Returns the place of the key with the newest record, the first of equals; -1 if no key has a record.
    func mostRecent(_ keys: [RuleHistoryKey?]) -> Int64 {
        var newest: (place: Int, time: Int64)?
        for (place, key) in keys.enumerated() {
            guard let key else { continue }
            let times = history.times(of: key)
            let last = times.firstIndex(above: to) - 1
            guard last >= 0, times[last] >= from, times[last] > newest?.time ?? .min else { continue }
            newest = (place, times[last])
        }
        return newest.map { Int64($0.place) } ?? -1
    }
}

extension [Int64] {
    /// Returns the first index whose element is at least a bound, of ascending elements.
    fileprivate func firstIndex(notBelow bound: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }

    fileprivate func firstIndex(above bound: Int64) -> Int {
        bound == .max ? count : firstIndex(notBelow: bound + 1)
    }
}
