// SPDX-License-Identifier: Apache-2.0

import HubServices

/// One segment of a view: a minute, with the published thresholds.
package struct ExplainedSegment: Sendable, Hashable {
    /// The number: the position divided by the length of a segment.
    package let number: Int64
    /// The length of a segment, in seconds.
    package let length: Int64
    /// The seconds that must be played to credit it.
    package let needed: Int64
    /// Nanoseconds that were played of it.
    package internal(set) var time: Int64 = 0
    /// The playheads in it.
    package internal(set) var playheads = 0
    /// The seconds of the asset that were played.
    package internal(set) var played = PlayedRanges()
    /// Whether a record or a ping credits it.
    package internal(set) var isCredited = false

    /// The seconds that were played, the nearest whole number: what the threshold is compared with.
    package var seconds: Int64 { ExplainedSegment.seconds(time) }

    /// The seconds that are missing for credit; 0 where it is credited.
    package var missing: Int64 { isCredited ? 0 : max(0, needed - seconds) }

    /// The number; of live streams, whose playheads are seconds since 1970, the time of day.
    var name: String { liveStart.map { "\(TimeText.timeOfDay($0)) UTC" } ?? "\(number)" }

    /// The first twelve ranges of seconds that were played; of live streams, those of the minute.
    var ranges: String {
        let base = liveStart ?? 0
        let ranges = played.ranges.prefix(12).map { range in
            let (low, high) = (range.lowerBound - base, range.upperBound - base)
            return low == high ? "\(low)" : "\(low)–\(high)"
        }
        let left = played.ranges.count - ranges.count
        return ranges.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
    }

    /// The first second of a segment of a live stream; nil for others.
    private var liveStart: Int64? {
        let (first, isFar) = number.multipliedReportingOverflow(by: length)
        return !isFar && (600_000_001..<60_000_000_000).contains(first) ? first : nil
    }

    /// Nanoseconds in seconds, the nearest whole number.
    static func seconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 >= 500_000_000 ? 1 : 0)
    }

    /// Why it is credited, or how much is missing.
    package var reason: String {
        if isCredited { return "credited: \(seconds) s of at least \(needed) s" }
        // The order of what is forgotten: only an account with very many segments forgets some.
        guard missing > 0 else { return "not credited, although \(seconds) s were played: too many segments are open" }
        return "not credited: \(missing) s short of \(needed) s"
    }

    /// The segment as a line of JSON, without the view that it belongs to.
    var json: JSONObject {
        let first = number.multipliedReportingOverflow(by: length)
        return [
            "kind": "segment", "segment": .int(number),
            "first_second": .int(first.overflow ? .max : first.partialValue),
            "length": .int(length), "playheads": .int(Int64(playheads)), "seconds": .int(seconds),
            "milliseconds": .int(time / 1_000_000), "needed": .int(needed), "credited": .bool(isCredited),
            "missing": .int(missing), "reason": .string(reason),
            "played": .array(played.ranges.map { .array([.int($0.lowerBound), .int($0.upperBound)]) }),
        ]
    }
}

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
