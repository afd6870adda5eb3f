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
        guard let stamp = Timestamp(value) else {
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
