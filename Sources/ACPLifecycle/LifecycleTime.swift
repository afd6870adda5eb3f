// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A time of day in whole milliseconds since 1970, from that year to the year 9999.
///
/// Kept times come from a file, and the clocks of devices are wrong at times, so that no difference of two times is
/// assumed to be positive.
struct LifecycleTime: Sendable, Hashable {
    private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

    let milliseconds: Int64

    /// Makes a time; one out of range becomes the nearest in it.
    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds > 0 else {
            self.milliseconds = 0
            return
        }
        self.milliseconds = Int64(exactly: min(milliseconds, Double(Self.range.upperBound))) ?? Self.range.upperBound
    }

    /// Reads a kept time.
    init?(milliseconds: Int64?) {
        guard let milliseconds, Self.range.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    private init(inRange milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Returns how many milliseconds pass until another time; zero if that is earlier, because a clock was set back.
    func elapsed(until other: LifecycleTime) -> Int64 {
        max(0, other.milliseconds - milliseconds)  // in range: both are within 10,000 years
    }

    /// Returns the time that is a number of milliseconds later.
    ///
    /// - Parameter milliseconds: A number that is not negative.
    /// - Returns: The later time, at most the last one in range.
    func later(by milliseconds: Int64) -> LifecycleTime {
        let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
        return LifecycleTime(inRange: overflows ? Self.range.upperBound : min(sum, Self.range.upperBound))
    }
}
