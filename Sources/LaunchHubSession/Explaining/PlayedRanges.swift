// SPDX-License-Identifier: Apache-2.0

/// The seconds of an asset that were played, as ranges in ascending order.
package struct PlayedRanges: Sendable, Hashable {
    /// The ranges; no two of them touch.
    package private(set) var ranges: [ClosedRange<Int64>] = []

    /// Adds a range.
    mutating func add(_ range: ClosedRange<Int64>) {
        // What is played next nearly always continues the last range.
        if let last = ranges.last, last.lowerBound <= range.lowerBound, range.lowerBound <= last.upperBound + 1 {
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            return
        }
        var joined: [ClosedRange<Int64>] = []
        for next in (ranges + [range]).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, next.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
            } else {
                joined.append(next)
            }
        }
        ranges = joined
    }
}
