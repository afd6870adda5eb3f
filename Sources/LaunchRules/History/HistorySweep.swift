// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubStorage

/// When a history was last searched for records that are too old, and what the next search may remove.
///
/// A clock may be wrong for one launch. A search therefore removes what was too old at the search before already, at least
/// a day earlier by the same clock; a clock that goes back begins again.
struct HistorySweep: Sendable, Hashable {
    /// When the last search was, in milliseconds since 1970; nil for never.
    private(set) var last: Int64?

    static let interval: Int64 = 86_400_000

    /// Whether a search is due.
    func isDue(at now: Int64) -> Bool {
        guard let last else { return true }
        return now < last || now.minus(last) >= Self.interval
    }

    /// Begins a search that is due.
    ///
    /// - Parameters:
    ///   - now: The time, in milliseconds since 1970.
    ///   - age: How old records may be, in milliseconds; nil for any age.
    /// - Returns: The time before which records are removed; nil if none are.
    mutating func begin(at now: Int64, age: Int64?) -> Int64? {
        defer { last = now }
        guard let age, let last, last <= now else { return nil }
        return last.minus(age)
    }
}

extension Int64 {
    /// The difference, held within the range of the type.
    func minus(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}

extension Date {
    /// Whole milliseconds since 1970, held within a range of many thousand years; what is not a time at all is 1970.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded()
        guard !value.isNaN else { return 0 }
        return Int64(min(max(value, -1e18), 1e18))
    }
}
