// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times as people read them.
package enum TimeText {
    /// Writes a time of the session: `02:05` or `1:02:05`, with milliseconds only if there are any.
    ///
    /// - Parameter milliseconds: Milliseconds since the session began.
    /// - Returns: Such as `02:05.250`.
    package static func clock(_ milliseconds: Int64) -> String {
        let rest = milliseconds % 1000
        let seconds = milliseconds / 1000
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let head = hours > 0 ? "\(hours):\(padded(minutes, 2))" : padded(minutes, 2)
        return head + ":" + padded(seconds % 60, 2) + (rest > 0 ? "." + padded(rest, 3) : "")
    }

    /// Writes a date and time in UTC: `2026-03-02 20:00:00 UTC`.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970.
    /// - Returns: The date and time, to the second.
    package static func date(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
            .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
        return date.formatted(style) + " UTC"
    }

    /// Writes a minute of the day in UTC: `20:01`.
    ///
    /// - Parameter seconds: Seconds since 1970.
    /// - Returns: Hours and minutes, with two digits each.
    package static func timeOfDay(_ seconds: Int64) -> String {
        padded(seconds / 3600 % 24, 2) + ":" + padded(seconds / 60 % 60, 2)
    }

    /// Writes a length of time: `45 s`, `7 min`, `7 min 15 s`, `2 h 3 min`.
    ///
    /// - Parameter seconds: A length of time, in seconds.
    /// - Returns: The parts that are not zero; `0 s` if all are.
    package static func length(_ seconds: Int64) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        var parts: [String] = []
        if hours > 0 { parts.append("\(hours) h") }
        if minutes > 0 { parts.append("\(minutes) min") }
        if rest > 0 || parts.isEmpty { parts.append("\(rest) s") }
        return parts.joined(separator: " ")
    }

    private static func padded(_ value: Int64, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
