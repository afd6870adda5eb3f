// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A time in milliseconds since 1970: read in the forms of many programs, and written in UTC as engines read it.
struct Timestamp: Sendable, Hashable {
    /// The time.
    let milliseconds: Int64
    /// Whether it was a number, which the host library does not document.
    let isNumber: Bool

    /// Reads a time.
    ///
    /// - Parameter value: A date and a time in ISO 8601, with or without a fraction and an offset, or a number of seconds
    ///   or milliseconds since 1970.
    init?(_ value: JSONValue) {
        switch value {
        case .string(let text):
            guard text.utf8.count <= 64 else { return nil }
            var reader = ISOReader(rest: Array(text.utf8)[...])
            guard let milliseconds = reader.time() else { return nil }
            self.milliseconds = milliseconds
            isNumber = false
        case .int, .double:
            guard let number = value.doubleValue else { return nil }
            switch number {
            // The years 2001 to 2286, in seconds or in milliseconds.
            case 1e9..<1e10: milliseconds = Int64((number * 1_000).rounded())  // in range: below 10^13
            case 1e12..<1e13: milliseconds = Int64(number.rounded())  // in range: checked above
            default: return nil
            }
            isNumber = true
        case .null, .bool, .array, .object: return nil
        }
    }

    // MARK: - Writing

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
        guard day.utf8.count == 10, let time = Timestamp(.string(day + "T00:00:00Z")) else { return nil }
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

/// A reader of dates and times in ISO 8601.
private struct ISOReader {
    var rest: ArraySlice<UInt8>

    /// Reads all of the text; nil if it is not a date with a time, or not one of the calendar.
    mutating func time() -> Int64? {
        skipBlanks()
        guard let year = number(4) else { return nil }
        let isLong = scan("-")
        guard let month = number(2), !isLong || scan("-"), let day = number(2) else { return nil }
        guard (1...12).contains(month), (1...CivilDay.days(of: month, in: year)).contains(day) else { return nil }
        guard scan("T") || scan("t") || scan(" "), let hour = number(2) else { return nil }
        let hasColons = scan(":")
        guard let minute = number(2) else { return nil }
        var second = 0
        var thousandths = 0
        if hasColons ? scan(":") : rest.first.map(Self.isDigit) ?? false {
            guard let number = number(2) else { return nil }
            second = number
            if scan(".") || scan(",") {
                guard let fraction = fraction() else { return nil }
                thousandths = fraction
            }
        }
        // A leap second is the last second of its minute.
        guard hour < 24, minute < 60, second <= 60, let offset = offset() else { return nil }
        skipBlanks()
        guard rest.isEmpty else { return nil }
        let days = CivilDay(year: Int64(year), month: Int64(month), day: Int64(day)).number
        let minutes = days * 1_440 + Int64(hour * 60 + minute - offset)
        return (minutes * 60 + Int64(min(second, 59))) * 1_000 + Int64(thousandths)
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 } }

    private mutating func fraction() -> Int? {
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return (digits.prefix(3) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    /// Minutes east of Greenwich.
    private mutating func offset() -> Int? {
        skipBlanks()
        if rest.isEmpty || scan("Z") || scan("z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard scan("+") || scan("-"), let hours = number(2) else { return nil }
        var minutes = 0
        if !rest.isEmpty {
            _ = scan(":")
            guard let number = number(2) else { return nil }
            minutes = number
        }
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    private mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits, rest.prefix(digits).allSatisfy(Self.isDigit) else { return nil }
        defer { rest = rest.dropFirst(digits) }
        return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    private mutating func scan(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
