// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Days and times in UTC, as engines read them.
enum ExportTime {
    private static let dayLength: Int64 = 86_400_000
    /// The years 1970 to 9999, which have four digits.
    private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

    /// Returns the day of a time.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970; beyond the years 1970 to 9999 the nearest.
    /// - Returns: Such as `2026-11-23`.
    static func day(_ milliseconds: Int64) -> String {
        let day = CivilDay(number: clamped(milliseconds) / dayLength)
        return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    }

    /// Returns a time as text.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970; beyond the years 1970 to 9999 the nearest.
    /// - Returns: Such as `2026-11-23T20:00:00.000Z`.
    static func text(_ milliseconds: Int64) -> String {
        let rest = clamped(milliseconds) % dayLength
        let seconds = rest / 1_000
        let clock = "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        return "\(day(milliseconds))T\(clock).\(padded(rest % 1_000, 3))Z"
    }

    /// Returns when a day begins, in milliseconds since 1970; nil if the text is not a day such as `2026-11-23`.
    static func start(of day: String) -> Int64? {
        guard day.utf8.count == 10, let time = SegmentTimestamp(.string(day + "T00:00:00Z")) else { return nil }
        return time.milliseconds >= 0 && Self.day(time.milliseconds) == day ? time.milliseconds : nil
    }

    /// Returns when the day after a day ends.
    static func end(ofDayAt start: Int64) -> Int64 { clamped(start) + dayLength }

    private static func clamped(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, range.lowerBound), range.upperBound)
    }

    private static func padded(_ value: Int64, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
