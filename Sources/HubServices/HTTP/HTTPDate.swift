// SPDX-License-Identifier: Apache-2.0

/// Points in time as HTTP writes them, in whole seconds since 1970: `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the text of a point in time.
    ///
    /// - Parameter seconds: Seconds since 1970; clamped to the years 1970 to 9999.
    /// - Returns: The form above.
    package static func text(_ seconds: Int64) -> String {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        let (number, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDay(number: number)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { two($0) }.joined(separator: ":")
        // 1970-01-01 was a Thursday. In range: a remainder of 7, and a month from 1 to 12.
        let (weekday, month) = (days[Int((number + 4) % 7)], months[Int(date.month - 1)])
        return "\(weekday), \(two(date.day)) \(month) \(date.year) \(clock) GMT"
    }

    /// Reads a point in time.
    ///
    /// - Parameter text: The form above; the two obsolete forms are not read.
    /// - Returns: Seconds since 1970, or nil for everything else.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, days.contains(where: { parts[0] == "\($0)," }), parts[5] == "GMT",
            let day = number(parts[1], 1...31), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], 1970...9999)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        let date = CivilDay(year: year, month: Int64(month) + 1, day: day)
        return date.number * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }
}
