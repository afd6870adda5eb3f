// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A time of day in the numbers that pings carry.
package struct CivilTime: Sendable, Hashable {
    /// Seconds since 1970.
    package let seconds: Int64
    /// The date as `yyyymmdd`.
    package let date: Int64
    /// The hour, 0 to 23.
    package let hour: Int64
    /// The minute of the hour.
    package let minute: Int64
    /// The day of the week, 1 for Monday to 7 for Sunday.
    package let weekday: Int64

    /// Reads the clock of a place.
    ///
    /// - Parameters:
    ///   - unixMilliseconds: Milliseconds since 1970.
    ///   - offset: How many seconds the place is ahead of UTC.
    init(unixMilliseconds: Int64, offset: Int64 = 0) {
        seconds = CivilDay.quotient(unixMilliseconds, 1000)
        let local = seconds + offset
        let days = CivilDay.quotient(local, 86_400)
        hour = (local - days * 86_400) / 3600
        minute = (local - days * 86_400) % 3600 / 60
        // 1970-01-01 was a Thursday.
        weekday = (days + 3) - CivilDay.quotient(days + 3, 7) * 7 + 1
        let day = CivilDay(number: days)
        date = day.year * 10_000 + day.month * 100 + day.day
    }
}
