// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// The parts of the report: its tiles, its chart and its tables.
struct ReportPartsTests {
    // MARK: - Chart

    /// A session of 856 seconds, so that a second is as wide as a unit of the chart, which begins at 84.
    private func chart(_ steps: SessionStep..., until end: Int64 = 856) -> Substring {
        let end = SessionStep(number: 9, time: end * 1_000, command: nil)
        let session = Session(header: SessionHeader(title: ""), steps: steps + [end])
        return HTMLReport(session).text.part(from: "<svg", to: "</svg>")
    }

    private func bars(_ chart: Substring) -> [Substring] {
        chart.pieces("<g>").dropFirst().map { $0.part(from: "<title>", to: "</g>") }
    }

    /// A name has seven units a letter and eight around it.
    @Test func aBarIsAsLongAsWhatWasPlayedAndHasItsNameWhereItFits() {
        let chart = chart(
            Sessions.playhead(0, 0),
            Sessions.playhead(10, 1),
            Sessions.playhead(21, 2),
            Sessions.playhead(30, 0, "E8"),
            Sessions.playhead(40, 1, "E8"),
            Sessions.playhead(50, 1, "E8"),
            Sessions.playhead(52, 1, "E8"),
            Sessions.playhead(60, 0, "AD", "ad")
        )
        let name = "<text class=\"in\" x=\"120\" y=\"19\">E8</text>"
        #expect(
            bars(chart) == [
                "<title>E7, 00:00 to 00:22</title><rect class=\"bar content\" x=\"84\" y=\"5\" width=\"22\" height=\"20\" rx=\"3\"/>",
                "<title>E8, 00:30 to 00:53</title><rect class=\"bar content\" x=\"114\" y=\"5\" width=\"23\" height=\"20\" rx=\"3\"/>\(name)",
                "<title>AD, 01:00 to 01:01</title><rect class=\"bar ad\" x=\"144\" y=\"35\" width=\"2\" height=\"20\" rx=\"3\"/>",
            ]
        )
    }

    @Test func statesHaveARowOnlyWhereThereAreSome() {
        #expect(chart().pieces("class=\"lane\"").count == 4)
        let chosen = Sessions.track(1, ["event": "pause", "optout": "true"])
        let chart = chart(chosen)
        #expect(chart.pieces("class=\"lane\"").count == 5)
        #expect(
            chart.contains("<title>opted out, 00:01 to 14:16</title><rect class=\"bar optedOut\" x=\"85\" y=\"95\"")
        )
        #expect(chart.contains("viewBox=\"0 0 960 164\""))
    }

    /// Where each time stands.
    private func ticks(_ chart: Substring) -> [String] {
        chart.pieces("class=\"tick\" x=\"").dropFirst().map { tick in
            "\(tick.prefix { $0 != "\"" }) \(tick.part(from: ">", to: "<").dropFirst())"
        }
    }

    /// At most ten intervals and a part of one.
    @Test func timesAreAtRoundDistances() {
        let steps: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400]
        func first(_ milliseconds: Int64) -> String {
            let end = SessionStep(number: 1, time: milliseconds, command: nil)
            let chart = HTMLReport(Sessions.of(end)).text.part(from: "<svg", to: "</svg>")
            let ticks = chart.pieces("class=\"tick\"").dropFirst()
            return String(ticks.dropFirst().first?.part(from: ">", to: "<").dropFirst() ?? "")
        }
        for (step, next) in zip(steps, steps.dropFirst()) {
            #expect(first(11_000 * step - 1) == TimeText.clock(step * 1_000))
            #expect(first(11_000 * step) == TimeText.clock(next * 1_000))
        }
        #expect(first(11_000 * 86_400) == TimeText.clock(95_040_000))
    }

    @Test func aSessionWithoutTimeHasASecond() {
        #expect(chart(until: 0).contains("aria-label=\"Tracks over 1 s\""))
        #expect(ticks(chart(until: 0)) == ["84 00:00", "940 00:01"])
        #expect(
            ticks(chart()) == [
                "84 00:00", "204 02:00", "324 04:00", "444 06:00", "564 08:00", "684 10:00", "804 12:00", "924 14:00",
            ]
        )
    }

    @Test func pingsAreDotsAndErrorsAreCrosses() {
        var step = SessionStep(number: 1, time: 100_000, command: nil)
        step.pings = [["product": "dcrVideo", "cadence": "interval", "segments": [1]]]
        step.notices = [
            ["kind": "event", "code": 2001, "description": "made"],
            ["kind": "error", "code": 15, "description": "late"],
        ]
        let marks = (chart(step).pieces("<circle").last ?? "").split(separator: "\n")
        #expect(
            marks == [
                " class=\"ping\" cx=\"184\" cy=\"100\" r=\"3.5\"><title>dcrVideo interval, minute 1 at 01:40</title></circle>",
                "<path class=\"error\" d=\"M180 96L188 104M188 96L180 104\"><title>error 15: late at 01:40</title></path>",
            ]
        )
    }

    // MARK: - Top

    @Test func theTilesCountWhatThereWas() {
        var step = Sessions.playhead(60, 0)
        step.records = [[:], [:]]
        step.pings = [[:]]
        step.notices = [["kind": "error"], ["kind": "event"]]
        func tiles(_ steps: SessionStep...) -> [String] {
            let session = Session(header: SessionHeader(title: ""), steps: steps)
            let text = HTMLReport(session).text.part(from: "<div class=\"tiles\">", to: "<nav>")
            return text.pieces("<div class=\"tile\">").dropFirst().map { String($0).words }
        }
        let silent = SessionStep(number: 2, time: 61_000, command: nil)
        #expect(
            tiles(step, silent) == [
                "1 min 1 s of session", "1 events or calls", "2 records", "1 pings", "1 error received",
            ]
        )
        #expect(tiles(step, step).last == "2 errors received")
    }

    @Test func bothFlowsAreComparedWhereThereAreTwo() {
        let session = Sessions.of(Sessions.playhead(0, 0))
        let other = Sessions.of(Sessions.playhead(0, 0, code: 5005))
        #expect(!HTMLReport(session).text.contains("class=\"verdict"))
        let equal = "<p class=\"verdict\">Hub events and mirrored calls gave equal results and equal records.</p>"
        #expect(HTMLReport(session, comparedWith: session).text.contains(equal))
        let differences = SessionDifference.between(session, other)
        let text = HTMLReport(session, comparedWith: other, differences).text
        #expect(text.contains("Hub events and mirrored calls differ in 1 places:"))
        #expect(
            text.contains("<li><code>step 1 at 00:00 TrackSDKEvent: result, code: recorded 5001, came 5005</code></li>")
        )
        let many = Array(repeating: differences[0], count: 201)
        let long = HTMLReport(session, comparedWith: other, many).text
        #expect(long.contains("differ in 201 places"))
        #expect(long.pieces("<li>").count - 1 == 200)
    }

    // MARK: - Tables

    /// The rows of the table under a heading, the text of a cell beside the other.
    private func rows(_ heading: String, _ session: Session, other: Session? = nil) -> [String] {
        let page = HTMLReport(session, comparedWith: other).text
        let table = page.part(from: "<h2>\(heading)</h2>", to: "</table></div>")
            .replacing(#/<table><tr><th>Parameter(?s:.*?)<\/table>/#, with: "")
        return table.pieces("<tr>").dropFirst(2).map { row in
            row.pieces("</td>").dropLast().map { String($0).words }.joined(separator: " | ")
        }
    }

    @Test func aPingIsARowWithItsRequest() {
        var step = SessionStep(number: 1, time: 90_000, command: nil)
        step.pings = [
            [
                "product": "dtvr", "watermark": "FD-77", "cadence": "interval", "lane": "content", "assetid": "E7",
                "segments": [0, 1, 2], "seconds": 1, "method": "POST", "url": "https://c/p?a=1&b=2", "body": "<x>",
            ],
            ["product": "dcrVideo", "cadence": "session", "seconds": 0],
            ["product": "dcrVideo", "cadence": "interval"],
        ]
        #expect(
            rows("Pings", Sessions.of(step)) == [
                "01:30 | dtvr FD | interval | content | E7 | minutes 0–2 | 1 s | POST https://c/p?a=1&amp;b=2 &lt;x&gt;",
                "01:30 | dcrVideo | session |  |  |  |  | ",
                "01:30 | dcrVideo | interval |  |  |  |  | ",
            ]
        )
        #expect(HTMLReport(Sessions.of(step)).text.contains("<td><code>b</code></td><td><code>2</code></td>"))
    }

    @Test func aRecordIsARowWithItsJSON() {
        var step = SessionStep(number: 1, time: 90_000, command: nil)
        step.records = [
            ["kind": "view", "lane": "ad", "assetid": "", "segments": [4], "total_seconds": 1, "uoo": true],
            ["kind": "session", "total_seconds": 0],
            ["kind": "end"],
        ]
        #expect(
            rows("Records", Sessions.of(step)).map { $0.split(separator: "JSON")[0] } == [
                "01:30 | view | ad | (no asset id) | minute 4 | 1 s | yes | ", "01:30 | session |  |  |  |  |  | ",
                "01:30 | end |  |  |  |  |  | ",
            ]
        )
    }

    @Test func aNoticeIsARowThatIsRedForAnError() {
        var step = SessionStep(number: 1, time: 90_000, command: nil)
        step.notices = [
            ["kind": "event", "code": 2001, "description": "made", "identifier": "1"],
            ["kind": "error", "code": 15, "description": "late"],
        ]
        let session = Sessions.of(step)
        #expect(rows("Notices", session) == ["01:30 | event | 2001 | made | 1", "01:30 | error | 15 | late | "])
        let page = HTMLReport(session).text
        #expect(page.contains("<td>made</td>"))
        #expect(page.contains("<td class=\"bad\">late</td>"))
    }

    @Test func resultsAreCountedForBothFlows() {
        let party = SessionStep(number: 2, time: 1_000, command: SessionCommand("Party"))
        let session = Sessions.of(Sessions.playhead(0, 0), party)
        let call = "trackEvent(_:forSDKWithIdentifier:)"
        let listener = "listener | registerListener(forSDKNotifier:) | notice"
        #expect(
            rows("Results", session) == [
                "TrackSDKEvent | \(call) | 5001 | 1", "Party |  | none | 1", "\(listener) | 0",
            ]
        )
        let other = Sessions.of(Sessions.playhead(0, 0), Sessions.playhead(1, 1))
        #expect(
            rows("Results", session, other: other) == [
                "TrackSDKEvent | \(call) | 5001 | 1 / 2", "Party |  | none | 1 / 0", "\(listener) | 0 / 0",
            ]
        )
    }

    @Test func whatWasMeasuredAndNotSentIsARowWithoutCredit() {
        var step = Sessions.playhead(0, 0)
        step.records = [
            ["kind": "view", "session": "s", "lane": "content", "assetid": "E7", "view": 1, "total_seconds": 45],
            ["kind": "view", "session": "s", "lane": "content", "assetid": "E8", "view": 0, "total_seconds": 45],
        ]
        #expect(
            rows("Credited minutes", Sessions.of(step)) == [
                "– | content | E7 |  | 1 | 45 s | – | measured, not sent: no product reports it (still open)"
            ]
        )
        #expect(HTMLReport(Sessions.of()).text.contains("Nothing was credited."))
    }

    @Test func theTimelineHasWhatCameBackUnlessItIsTheSubject() {
        let answered = SessionStep(
            number: 1,
            time: 0,
            command: SessionCommand("InstantiateSDKWithLocalConfigEvent", ["data": ["appid": "T-1"]]),
            result: ["code": 5001, "identifier": "T-1"]
        )
        let refused = SessionStep(
            number: 2,
            time: 1_000,
            command: SessionCommand("GetMeterVersionEvent"),
            result: ["code": 5002, "description": "No instance."]
        )
        var noticed = Sessions.playhead(2, 0)
        noticed.notices = [["kind": "error", "code": 15, "description": "late"]]
        let session = Sessions.of(
            answered,
            refused,
            noticed,
            Sessions.playhead(3, 1),
            SessionStep(number: 5, time: 9_000, command: nil)
        )
        #expect(
            rows("Timeline", session) == [
                "00:00 | InstantiateSDKWithLocalConfigEvent | T-1 |  | 5001",
                "00:01 | GetMeterVersionEvent | No instance. |  | 5002",
                "00:02–00:03 | TrackSDKEvent | playhead content E7 0–1 ← notice 00:02 error 15: late | 2× | 5001",
                "00:09 | (time goes on) |  |  | ",
            ]
        )
        let page = HTMLReport(session).text
        #expect(page.contains("<span class=\"came bad\"><code>No instance.</code></span>"))
        #expect(page.contains("<td class=\"n bad\">5002</td>"))
        #expect(page.contains("<td class=\"n\">5001</td>"))
        #expect(page.contains("<span class=\"came bad\">← notice"))
    }

    @Test func anAnswerThatIsNotTheSubjectIsShownWithoutAlarm() {
        let step = SessionStep(
            number: 1,
            time: 0,
            command: SessionCommand("GetMeterVersionEvent"),
            result: ["code": 5001, "meter_version": "ios 1"]
        )
        #expect(HTMLReport(Sessions.of(step)).text.contains("<span class=\"came\"><code>ios 1</code></span>"))
    }

    @Test func aRecordingWithoutPingsSaysSo() {
        var session = Sessions.of()
        session.hasPings = false
        #expect(HTMLReport(session).text.contains("The recording has no pings."))
    }
}

extension StringProtocol where SubSequence == Substring {
    /// What stands from the first place of a text to the next place of another, which is not part of it.
    fileprivate func part(from start: String, to end: String) -> Substring {
        guard let from = firstRange(of: start)?.lowerBound,
            let to = self[from...].dropFirst().firstRange(of: end)?.lowerBound
        else { return "" }
        return self[from..<to]
    }

    fileprivate func pieces(_ separator: String) -> [Substring] {
        Substring(self).split(separator: separator, omittingEmptySubsequences: false)
    }
}

extension String {
    /// The text of HTML without its tags, its words with a blank between.
    fileprivate var words: String {
        replacing(#/<[^>]*>/#, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
