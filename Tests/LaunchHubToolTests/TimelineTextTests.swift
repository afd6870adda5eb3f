// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// A timeline as lines of text.
struct TimelineTextTests {
    private func text(_ steps: SessionStep..., columns: Int = 98, isColoured: Bool = false) -> String {
        let style = TextStyle(isColoured: isColoured, columns: columns)
        let session = Session(header: SessionHeader(title: ""), steps: steps)
        return TimelineText(style: style).lines(session).joined(separator: "\n")
    }

    private static func step(
        _ name: String,
        _ data: JSONObject,
        _ result: JSONObject?,
        records: [JSONObject] = [],
        pings: [JSONObject] = [],
        notices: [JSONObject] = []
    ) -> SessionStep {
        SessionStep(
            number: 1,
            time: 62_000,
            command: SessionCommand(name, data),
            result: result,
            records: records,
            pings: pings,
            notices: notices
        )
    }

    private let version = step("GetMeterVersionEvent", ["identifier": "1"], ["code": 5001, "meter_version": "ios 1"])

    @Test func aLineHasTimeNameSubjectCountAndCodeInTheirColumns() {
        let expected = """
              00:00 TrackSDKEvent          playhead content E7 0–1                                     2× 5001
              01:02 GetMeterVersionEvent   ios 1                                                          5001
            """
        #expect(text(Sessions.playhead(0, 0), Sessions.playhead(1, 1), version) == expected)
    }

    @Test func aNameHasSixtyLettersAtMost() {
        func line(_ count: Int) -> String { text(Self.step(String(repeating: "n", count: count), [:], ["code": 5012])) }
        #expect(line(60).contains(" \(String(repeating: "n", count: 60)) "))
        #expect(line(61).contains(" \(String(repeating: "n", count: 59))… "))
    }

    @Test func aNarrowScreenHasLessRoomForTheSubject() {
        #expect(
            text(Sessions.playhead(0, 0), columns: 80)
                == "  00:00 TrackSDKEvent          playhead content E7 0                        5001"
        )
    }

    @Test func whatIsLongTakesTheRoomOfAShortNameAndThenALineOfItsOwn() {
        func dance(_ count: Int) -> SessionStep {
            Self.step("Dance", [:], ["code": 5012, "description": .string(String(repeating: "a", count: count))])
        }
        // 78 columns for both, 22 of them for a name.
        let a = { String(repeating: "a", count: $0) }
        #expect(text(dance(56)) == "  01:02 Dance                  \(a(56))       5012")
        #expect(text(dance(57)) == "  01:02 Dance \(a(57))                       5012")
        #expect(text(dance(73)) == "  01:02 Dance \(a(73))       5012")
        let own = "  01:02 Dance \(String(repeating: " ", count: 73))       5012\n  01:02   =        \(a(74))"
        #expect(text(dance(74)) == own)
    }

    @Test func subjectAndAnswerAreTwoLinesWhereBothAreThere() {
        let step = Self.step(
            "InstantiateSDKWithLocalConfigEvent",
            ["data": ["appid": "T-1"]],
            ["code": 5001, "identifier": "one"]
        )
        let expected = """
              01:02 InstantiateSDKWithLocalConfigEvent T-1                                                5001
              01:02   =        one
            """
        #expect(text(step) == expected)
    }

    @Test func whatCameOfAStepStandsBelowItInOrder() {
        let step = Self.step(
            "TrackSDKEvent",
            ["identifier": "1", "data": ["event": "playhead", "playheadPosition": "0"]],
            ["code": 5001],
            records: [
                ["kind": "session", "metadata": ["appid": "T-1"], "total_seconds": 0],
                ["kind": "view", "lane": "content", "assetid": "E7", "total_seconds": 3, "segments": [0, 1, 2]],
                ["kind": "id3", "payload": "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/first", "lane": "content"],
                ["kind": "id3", "payload": "second"],
                [
                    "kind": "end", "lane": "ad", "assetid": "", "metadata": ["channelName": "News"], "uoo": true,
                    "total_seconds": 61,
                ],
                ["kind": "id3", "payload": "third", "ott": ["ottDevice": "cast"]],
            ],
            pings: [
                ["product": "dcrVideo", "cadence": "impression"],
                ["product": "dtvr", "watermark": "FD-1", "cadence": "interval", "segments": [4]],
            ],
            notices: [
                ["kind": "event", "code": 2001, "description": "started"], ["kind": "error", "description": "late"],
            ]
        )
        let expected = """
              01:02 TrackSDKEvent          playhead content 0                                             5001
              01:02   ← notice event 2001: started
              01:02   ← notice error ?: late
              01:02   → record session  T-1
              01:02   → record view     content E7               minutes 0–2
              01:02   → record id3      content (no asset id)    …nkYj6UvQ==/first, the first of 2 in a row
              01:02   → record end      ad      News             61 s played, opted out
              01:02   → record id3      …third, via cast
              01:02   ⇒ sent   dcrVideo impression; dtvr FD interval, minute 4
            """
        #expect(text(step) == expected)
    }

    @Test func aTerminalSeesTimesDimmedNamesBoldAndErrorsRed() {
        let good = Self.step(
            "Dance",
            [:],
            ["code": 5001],
            notices: [["kind": "error", "code": 15, "description": "late"]]
        )
        let bad = Self.step("Dance", [:], ["code": 5012, "description": "No."])
        let lines = text(good, bad, isColoured: true).replacing("\u{1B}[", with: "^").split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("^2m  01:02^0m ^1mDance                 ^0m"))
        #expect(lines[0].hasSuffix("^32m5001^0m"))
        #expect(lines[1] == "^2m  01:02^0m ^36m  ← notice ^0m^31merror 15: late^0m")
        #expect(lines[2].hasSuffix("^31m5012^0m"))
    }

    static let minutes: [(segments: [Int64], text: String)] = [
        ([], "no minutes"),
        ([7], "minute 7"),
        ([7, 8], "minutes 7, 8"),
        ([7, 8, 9], "minutes 7–9"),
        ([7, 8, 10], "minutes 7, 8, 10"),
        ([10_000_000, 10_000_001, 10_000_002], "minutes 10000000–10000002"),
        ([10_000_001], "minute 10:41 UTC"),
        ([29_541_360, 29_541_361, 29_541_365], "3 minutes, 20:00–20:05 UTC"),
        ([10_000_001, 1_000_000_000], "minutes 10000001, 1000000000"),
        ([999_999_999], "minute 10:39 UTC"),
    ]

    @Test(arguments: minutes)
    func minutesAreARunAListOrTimesOfTheDay(segments: [Int64], text: String) {
        #expect(TimelineText.minutes(segments) == text)
    }

    static let clocks: [(milliseconds: Int64, text: String)] = [
        (0, "00:00"), (1, "00:00.001"), (999, "00:00.999"), (1_000, "00:01"), (59_050, "00:59.050"),
        (60_000, "01:00"), (3_599_999, "59:59.999"), (3_600_000, "1:00:00"), (37_265_000, "10:21:05"),
    ]

    @Test(arguments: clocks)
    func timesOfTheSessionHaveHoursAndMillisecondsWhereTheyNeedThem(milliseconds: Int64, text: String) {
        #expect(TimeText.clock(milliseconds) == text)
    }

    static let lengths: [(seconds: Int64, text: String)] = [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (435, "7 min 15 s"), (3_599, "59 min 59 s"), (3_600, "1 h"),
        (7_380, "2 h 3 min"), (3_601, "1 h 1 s"), (360_061, "100 h 1 min 1 s"),
    ]

    @Test(arguments: lengths)
    func lengthsHaveThePartsThatAreNotZero(seconds: Int64, text: String) {
        #expect(TimeText.length(seconds) == text)
    }

    @Test func datesAreInUTCToTheSecond() {
        #expect(TimeText.date(1_772_481_600_000) == "2026-03-02 20:00:00 UTC")
        #expect(TimeText.date(1_772_481_599_999) == "2026-03-02 19:59:59 UTC")
        #expect(TimeText.timeOfDay(86_399) == "23:59")
        #expect(TimeText.timeOfDay(86_400) == "00:00")
    }
}
