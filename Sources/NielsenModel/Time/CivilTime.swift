// SPDX-License-Identifier: Apache-2.0

/// A time of day in the numbers that pings carry.
package struct CivilTime: Sendable, Hashable {
    /// Seconds since 1970.
    package let seconds: Int64
    /// The date as `yyyymmdd`.
    package let date: Int64
    /// The hour, 0 to 23.
    package let hour: Int64
    /// The day of the week, 1 for Monday to 7 for Sunday.
    package let weekday: Int64

    /// Reads the clock of a place.
    ///
    /// - Parameters:
    ///   - unixMilliseconds: Milliseconds since 1970.
    ///   - offset: How many seconds the place is ahead of UTC.
    init(unixMilliseconds: Int64, offset: Int64 = 0) {
        seconds = Self.quotient(unixMilliseconds, 1000)
        let local = seconds + offset
        let days = Self.quotient(local, 86_400)
        hour = (local - days * 86_400) / 3600
        // 1970-01-01 was a Thursday.
        weekday = (days + 3) - Self.quotient(days + 3, 7) * 7 + 1
        // The proleptic Gregorian calendar in eras of 400 years that begin in March.
        let shifted = days + 719_468
        let era = Self.quotient(shifted, 146_097)
        let day = shifted - era * 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
        date = civilYear * 10_000 + civilMonth * 100 + dayOfMonth
    }

    /// The quotient, rounded down.
    static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-(value + 1)) / divisor) - 1
    }
}
