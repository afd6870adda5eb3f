// SPDX-License-Identifier: Apache-2.0

/// The times of the records of one key, ascending; at least one.
///
/// Most keys have one record, which takes no memory besides its place in the index.
enum HistoryTimes: Sendable {
    case one(Int64)
    case many([Int64])

    /// The times.
    var all: [Int64] {
        switch self {
        case .one(let time): [time]
        case .many(let times): times
        }
    }

    /// Adds a time.
    mutating func insert(_ time: Int64) {
        switch self {
        case .one(let other):
            self = .many(other <= time ? [other, time] : [time, other])
        case .many(var times):
            // Nobody else holds the array while it changes, so that it is not copied.
            self = .many([])
            if let last = times.last, last <= time {
                times.append(time)
            } else {
                times.insert(time, at: times.firstPlace { $0 > time })
            }
            self = .many(times)
        }
    }

    /// Removes times, each once.
    ///
    /// - Parameter removed: Times, ascending; those that are not there are ignored.
    /// - Returns: What is left; nil if nothing is.
    consuming func removing(_ removed: [Int64]) -> HistoryTimes? {
        var next = 0
        var times = all
        times.removeAll { time in
            while next < removed.count, removed[next] < time { next += 1 }
            guard next < removed.count, removed[next] == time else { return false }
            next += 1
            return true
        }
        return HistoryTimes(times)
    }

    /// Keeps ascending times.
    ///
    /// - Returns: The times, or nil if there are no records.
    init?(_ times: [Int64]) {
        switch times.count {
        case 0: return nil
        case 1: self = .one(times[0])
        default: self = .many(times)
        }
    }
}

extension [Int64] {
    /// Returns the first place whose value meets a condition that holds for all behind it too; ``count`` if none does.
    func firstPlace(where isBehind: (Int64) -> Bool) -> Int {
        withUnsafeBufferPointer { values in
            var (low, high) = (0, values.count)
            while low < high {
                let middle = low + (high - low) / 2
                if isBehind(values[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }

    /// Returns the places of ascending values from one to another, both inclusive.
    func places(from: Int64, to: Int64) -> Range<Int> {
        guard from <= to else { return 0..<0 }
        return firstPlace { $0 >= from }..<firstPlace { $0 > to }
    }
}
