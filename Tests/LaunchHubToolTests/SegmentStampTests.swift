// SPDX-License-Identifier: Apache-2.0

import HubServices
import SegmentNielsenDCR
import Testing

@testable import LaunchHubTool

/// Which texts are times, to the last digit, and what a time means for the run.
struct SegmentStampTests {
    private static let day: Int64 = 86_400_000

    /// Texts with their milliseconds since 1970; nil for what is no time.
    static let texts: [(text: String, milliseconds: Int64?)] = [
        ("1970-12-31T23:59:59Z", 365 * day - 1_000), ("1970-01-31T00:00:00Z", 30 * day),
        ("1970-00-01T00:00:00Z", nil), ("1970-01-00T00:00:00Z", nil), ("1970-01-32T00:00:00Z", nil),
        ("1970-01-01T01:01:01Z", 3_661_000), ("1970-01-01T00:60:00Z", nil), ("1970-01-01T00:00:61Z", nil),
        ("1970-01-01T00:01Z", 60_000), ("1970-01-01T0001", 60_000), ("19700102T0001Z", day + 60_000),
        ("1970-0101T00:00:00Z", nil), ("197001-01T00:00:00Z", nil), ("1970-01-01X00:00:00Z", nil),
        ("1970-01-01T00:00:00.1Z", 100), ("1970-01-01T00:00:00.12Z", 120), ("1970-01-01T00:00:00.9999Z", 999),
        ("1970-01-01T00:00:00.007Z", 7), ("1970-01-01T00:00:00.Z", nil), ("1970-01-01T00:00:00;5Z", nil),
        ("1970-01-01T00:00:00-05:30", 19_800_000), ("1970-01-02T00:00:00+05:30", day - 19_800_000),
        ("1970-01-02T00:00:00+0530", day - 19_800_000), ("1970-01-02T00:00:00 +05", day - 18_000_000),
        ("1970-01-02T00:00:00+14:00", day - 50_400_000), ("1970-01-01T00:00:00-14:00", 50_400_000),
        ("1970-01-02T00:00:00+14:01", nil), ("1970-01-02T00:00:00+01:59", day - 7_140_000),
        ("1970-01-02T00:00:00+01:60", nil), ("1970-01-02T00:00:00+1", nil), ("1970-01-02T00:00:00+01:5", nil),
        ("1970-01-02T00:00:00+01:00Z", nil), ("1970-01-01T0::00:00Z", nil), ("1970-01-01T00:00:00z ", 0),
        ("  1970-01-01T00:00:00Z", 0),
        // No text of more than 64 bytes is looked at.
        (String(repeating: " ", count: 44) + "1970-01-01T00:00:00Z", 0),
        (String(repeating: " ", count: 45) + "1970-01-01T00:00:00Z", nil),
    ]

    @Test(arguments: texts)
    func aTextIsATimeToItsLastDigit(text: String, milliseconds: Int64?) {
        let stamp = SegmentTimestamp(.string(text))
        #expect(stamp?.milliseconds == milliseconds)
        #expect(stamp?.isNumber != true)
    }

    /// Numbers of seconds and of milliseconds are of the years 2001 to 2286.
    @Test(
        arguments: [
            (.int(999_999_999), nil), (.int(1_000_000_000), 1_000_000_000_000),
            (.int(9_999_999_999), 9_999_999_999_000),
            (.int(10_000_000_000), nil), (.int(999_999_999_999), nil), (.int(1_000_000_000_000), 1_000_000_000_000),
            (.int(9_999_999_999_999), 9_999_999_999_999), (.int(10_000_000_000_000), nil),
            (.double(1_500_000_000.0006), 1_500_000_000_001),
        ] as [(JSONValue, Int64?)]
    )
    func aNumberIsSecondsOrMilliseconds(value: JSONValue, milliseconds: Int64?) {
        let stamp = SegmentTimestamp(value)
        #expect(stamp?.milliseconds == milliseconds)
        #expect(stamp?.isNumber == (milliseconds == nil ? nil : true))
    }

    // MARK: - What a time means

    private static func stamp(_ milliseconds: Int64) -> JSONValue {
        .string(ExportTime.text(1_000_000_000_000 + milliseconds))
    }

    private static let beginning = stamp(0)

    @Test func theFirstTimeSetsTheTimeOfDayAndNothingPasses() {
        var time = SegmentTime()
        let first = time.read(Self.stamp(999), line: 1)
        #expect(first.passes == .zero && first.unixSeconds == 1_000_000_000)
        #expect(!first.isSuspended && first.finding == nil)
        for value in [nil, .null] as [JSONValue?] {
            let none = time.read(value, line: 2)
            #expect(none.passes == .zero && none.unixSeconds == nil && none.finding == nil)
        }
        let next = time.read(Self.stamp(1_999), line: 3)
        #expect(next.passes == .seconds(1) && next.unixSeconds == 1_000_000_001)
    }

    @Test(arguments: [(day - 1, false), (day, false), (day + 1, true), (366 * day, true)])
    func aProcessCannotHaveRunForMoreThanADay(_ milliseconds: Int64, _ isSuspended: Bool) {
        var time = SegmentTime()
        _ = time.read(Self.beginning, line: 1)
        let step = time.read(Self.stamp(milliseconds), line: 2)
        #expect(step.passes == .milliseconds(milliseconds) && step.isSuspended == isSuspended && step.finding == nil)
    }

    @Test func whatComesAYearLaterIsSaid() {
        var time = SegmentTime()
        _ = time.read(Self.beginning, line: 4)
        let step = time.read(Self.stamp(366 * Self.day + 1), line: 5)
        #expect(step.passes == .zero && !step.isSuspended)
        let what = "the timestamp is 366 days after that of line 4; no time passes between them"
        #expect(step.finding == SegmentFinding(.timestampGap, key: "timestamp", what))
        // The stream goes on from there.
        #expect(time.read(Self.stamp(366 * Self.day + 2), line: 6).passes == .milliseconds(1))
    }

    @Test(
        arguments: [
            (1, "1 ms"), (999, "999 ms"), (1_000, "1 s"), (172_799_999, "172799 s"), (172_800_000, "2 days"),
        ] as [(Int64, String)]
    )
    func howFarATimeGoesBackIsSaid(_ milliseconds: Int64, _ shown: String) {
        var time = SegmentTime()
        _ = time.read(Self.stamp(milliseconds), line: 7)
        // That a line says how much time passes does not set the stamps right.
        time.noteAdvance()
        let step = time.read(Self.beginning, line: 8)
        #expect(step.passes == .zero && step.unixSeconds == 1_000_000_000)
        let what = "the timestamp is \(shown) before that of line 7; sort the events by time"
        #expect(step.finding == SegmentFinding(.timestampBackwards, key: "timestamp", what))
        #expect(time.read(Self.beginning, line: 9).finding == nil)
    }

    @Test func aLineThatSaysWhatPassesCountsOnce() {
        var time = SegmentTime()
        _ = time.read(Self.beginning, line: 1)
        time.noteAdvance()
        let advanced = time.read(Self.stamp(400 * Self.day), line: 2)
        #expect(advanced.passes == .zero && advanced.finding == nil && !advanced.isSuspended)
        #expect(time.read(Self.stamp(400 * Self.day + 5), line: 3).passes == .milliseconds(5))
    }

    @Test func whatIsNoTimeIsSaidAndChangesNothing() {
        var time = SegmentTime()
        _ = time.read(Self.beginning, line: 1)
        let right = ", which is not a date and a time; 2026-03-01T20:15:00.000Z is right"
        let long = String(repeating: "7", count: 100)
        let shown: [(JSONValue, String)] = [
            ([1], "an array"), (["a": 1], "an object"), ("no\u{1B}w", "\"no\\u001bw\""), (true, "true"),
            (.string(long), "\"" + long.prefix(63)),
        ]
        for (value, text) in shown {
            let step = time.read(value, line: 2)
            #expect(step.passes == .zero && step.unixSeconds == nil)
            #expect(
                step.finding == SegmentFinding(.timestampUnreadable, key: "timestamp", "timestamp is \(text)\(right)")
            )
        }
        #expect(time.read(Self.stamp(2_000), line: 3).passes == .seconds(2))
    }

    @Test func aNumberIsReadAndRemarkedOn() {
        var time = SegmentTime()
        let number = time.read(1_000_000_000, line: 1)
        #expect(number.unixSeconds == 1_000_000_000)
        let what = "timestamp is a number; it was read as a time, and the host library's are text in ISO 8601"
        #expect(number.finding?.message == what && number.finding?.key == "timestamp")
        #expect(number.finding.map { "\($0.rule) \($0.severity)" } == "SEGMENT_TIMESTAMP_UNREADABLE warning")
        #expect(time.read(Self.stamp(3_000), line: 2).passes == .seconds(3))
    }

    @Test func aGapIsSaidInHours() {
        let what = "something plays, and the next event comes 25 hours later; nothing of that is credited"
        #expect(
            SegmentTime.gap(.seconds(26 * 3_600 - 1)) == SegmentFinding(.timestampGap, key: "timestamp", what)
        )
    }
}
