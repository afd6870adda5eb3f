// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR

/// The times of a stream's events: how much passes between them, and what is wrong with them.
struct SegmentTime {
    /// What a time means for the run.
    struct Step {
        /// The time that passes before the event.
        var passes = Duration.zero
        /// The time of day, in seconds since 1970; nil if it does not change.
        var unixSeconds: Int64?
        /// Whether the process cannot have run for all of that time.
        var isSuspended = false
        var finding: Finding?
    }

    /// The longest time for which something plays without an event.
    private static let longest: Int64 = 86_400_000
    /// Beyond that a stamp is not one of the same stream.
    private static let furthest: Int64 = 366 * 86_400_000

    private var last: (milliseconds: Int64, line: Int)?
    /// Whether a line has said how much time passes since then.
    private var wasAdvanced = false

    /// Notes that a line has said how much time passes.
    mutating func noteAdvance() { wasAdvanced = true }

    /// Reads the time of an event.
    ///
    /// - Parameters:
    ///   - value: The event's `timestamp`; nil or null if it has none.
    ///   - line: The line of the event.
    /// - Returns: What the time means for the run.
    mutating func read(_ value: JSONValue?, line: Int) -> Step {
        guard let value, !value.isNull else { return Step() }
        guard let stamp = SegmentTimestamp(value) else {
            let shown =
                value.arrayValue != nil || value.objectValue != nil
                ? value.kindDescription : VisibleText.line(String(value.jsonText.prefix(64)))
            let what = "timestamp is \(shown), which is not a date and a time; 2026-03-01T20:15:00.000Z is right"
            return Step(finding: Finding(.timestampUnreadable, key: "timestamp", what))
        }
        var step = Step(unixSeconds: CivilDay.quotient(stamp.milliseconds, 1_000))
        if stamp.isNumber {
            let what = "timestamp is a number; it was read as a time, and the host library's are text in ISO 8601"
            step.finding = Finding(.timestampUnreadable, severity: .warning, key: "timestamp", what)
        }
        defer {
            last = (stamp.milliseconds, line)
            wasAdvanced = false
        }
        guard let last else { return step }
        // In range: years have four digits.
        let passed = stamp.milliseconds - last.milliseconds
        if passed < 0 {
            let what =
                "the timestamp is \(Self.text(-passed)) before that of line \(last.line); sort the events by time"
            step.finding = Finding(.timestampBackwards, key: "timestamp", what)
        } else if wasAdvanced {
            return step
        } else if passed > Self.furthest {
            let what =
                "the timestamp is \(Self.text(passed)) after that of line \(last.line); no time passes between them"
            step.finding = Finding(.timestampGap, key: "timestamp", what)
        } else {
            step.passes = .milliseconds(passed)
            step.isSuspended = passed > Self.longest
        }
        return step
    }

    /// The finding about something that plays on while the process cannot have run.
    static func gap(_ passes: Duration) -> Finding {
        let seconds = passes.components.seconds
        let what =
            "something plays, and the next event comes \(seconds / 3_600) hours later; nothing of that is credited"
        return Finding(.timestampGap, key: "timestamp", what)
    }

    private static func text(_ milliseconds: Int64) -> String {
        switch milliseconds {
        case ..<1_000: "\(milliseconds) ms"
        case ..<172_800_000: "\(milliseconds / 1_000) s"
        default: "\(milliseconds / 86_400_000) days"
        }
    }
}

/// The time of an event, in milliseconds since 1970.
struct SegmentTimestamp: Sendable, Hashable {
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
