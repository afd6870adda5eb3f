// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A point in time as a date of the Gregorian calendar and a time of day, in UTC, computed without a formatter.
struct CivilDate: Sendable, Hashable {
    private(set) var year = 0
    private(set) var month = 0
    private(set) var day = 0
    private(set) var hour = 0
    private(set) var minute = 0
    private(set) var second = 0

    private init() {}

    /// Makes a date, or is nil if there is no such day or time.
    init?(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...CivilDay.days(of: month, in: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Makes a date from seconds since 1970, or is nil if it is outside the years 0 to 9999.
    init?(unixSeconds: Double) {
        guard unixSeconds.isFinite, abs(unixSeconds) < 1e12 else { return nil }  // in range: a fraction
        self.init(unixSeconds: Int64(unixSeconds.rounded(.down)))  // in range: checked above
    }

    private init?(unixSeconds: Int64) {
        let secondsOfDay = ((unixSeconds % 86_400) + 86_400) % 86_400
        let date = CivilDay(number: (unixSeconds - secondsOfDay) / 86_400)
        guard (0...9999).contains(date.year) else { return nil }
        year = Int(date.year)
        month = Int(date.month)
        day = Int(date.day)
        hour = Int(secondsOfDay / 3_600)
        minute = Int(secondsOfDay / 60 % 60)
        second = Int(secondsOfDay % 60)
    }

    /// Seconds since 1970.
    private var unixSeconds: Int64 {
        let days = CivilDay(year: Int64(year), month: Int64(month), day: Int64(day)).number
        return days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// Returns the same point in time in UTC, reading this date as local time.
    ///
    /// - Parameter minutes: The offset of the local time, in minutes east of Greenwich.
    /// - Returns: The date in UTC, or nil if it is out of range.
    func fromLocal(offset minutes: Int) -> CivilDate? {
        minutes == 0 ? self : CivilDate(unixSeconds: unixSeconds - Int64(minutes) * 60)
    }

    /// The date in the form that the SDK requires: `yyyyMMdd HH:mm:ss`.
    var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(year / 100))\(two(year % 100))\(two(month))\(two(day)) \(two(hour)):\(two(minute)):\(two(second))"
    }
}
