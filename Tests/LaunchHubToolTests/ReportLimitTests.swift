// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// How much of a long session a report shows.
struct ReportLimitTests {
    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test(arguments: [(399, 399), (400, 400), (401, 400)])
    func fourHundredPingsAreDecoded(_ pings: Int, _ decoded: Int) {
        let ping: JSONObject = ["product": "dcrVideo", "url": "https://c/p?a=1"]
        let step = SessionStep(number: 1, time: 0, command: nil, pings: Array(repeating: ping, count: pings))
        let page = HTMLReport(Sessions.of(step)).text
        #expect(count("<table><tr><th>Parameter</th>", in: page) == decoded)
        #expect(count("<code>https://c/p?a=1</code>", in: page) == pings)
    }

    @Test func whatAPingDoesNotSayIsNamed() {
        let step = SessionStep(
            number: 1,
            time: 0,
            command: nil,
            pings: [["url": "https://c/p?a=1&b=&c="], ["url": "https://c/p?b="], ["url": "https://c/p?a=1"]]
        )
        let page = HTMLReport(Sessions.of(step)).text
        #expect(count("<p class=\"soft\">Without a value: <code>b c</code></p>", in: page) == 1)
        #expect(count("Without a value", in: page) == 1 && count("<th>Parameter</th>", in: page) == 2)
    }

    private func finding(_ time: Int64?, isError: Bool = true) -> ReportFinding {
        ReportFinding(time: time, rule: "RULE", isError: isError, message: "So it is.", cure: "Do that.")
    }

    /// A chart of 856 seconds, in which a second is as wide as a unit.
    private func diamonds(_ findings: [ReportFinding]) -> [String] {
        let end = SessionStep(number: 9, time: 856_000, command: nil)
        return HTMLReport(Sessions.of(end), findings: findings).image.split(separator: "\n")
            .filter { $0.contains("class=\"finding") }.map(String.init)
    }

    @Test func findingsAreDiamondsAtTheirTimes() {
        #expect(
            diamonds([finding(100_000), finding(200_000, isError: false)]) == [
                "<path class=\"finding\" d=\"M184 95L189 100L184 105L179 100Z\"><title>RULE at 01:40: So it is.</title></path>",
                "<path class=\"finding mild\" d=\"M284 95L289 100L284 105L279 100Z\"><title>RULE at 03:20: So it is.</title></path>",
            ]
        )
        #expect(diamonds([finding(nil), finding(-1), finding(856_001)]) == [])
        #expect(diamonds([finding(0), finding(856_000)]).count == 2)
        #expect(diamonds(Array(repeating: finding(1), count: 500)).count == 500)
        #expect(diamonds(Array(repeating: finding(1), count: 501)).count == 500)
        let page = HTMLReport(Sessions.of(), findings: [finding(nil)]).text
        #expect(page.contains(" Diamonds are findings.") && page.contains("href=\"#findings\""))
        #expect(!HTMLReport(Sessions.of()).text.contains("Diamonds"))
    }

    @Test func markupAndControlCharactersAreNotWritten() {
        let title = "a&b<c>d\"e'f\u{1B}g\u{7F}h\u{85}i\tj\nk\u{200D}l"
        let page = HTMLReport(Session(header: SessionHeader(title: title))).text
        #expect(page.contains("<h1>a&amp;b&lt;c&gt;d&quot;e&#39;fghi\tj\nk\u{200D}l</h1>"))
    }

    @Test func onlyWhatIsCutOffSaysSo() {
        let cut = "<p class=\"bad\">The recording is cut off; this is its first part.</p>"
        var session = Sessions.of()
        #expect(!HTMLReport(session).text.contains(cut))
        session.isComplete = false
        #expect(HTMLReport(session).text.contains(cut))
        session.header.flow = "classic"
        #expect(HTMLReport(session).text.contains("UTC, recorded through classic calls</p>"))
        session.header.flow = "other"
        #expect(HTMLReport(session).text.contains("UTC</p>"))
    }

    // MARK: - Products

    private func credit(_ seconds: Int64, view: Int64, asset: String, pings: [JSONObject]) -> SessionStep {
        SessionStep(
            number: 1,
            time: 0,
            command: nil,
            records: [
                [
                    "kind": "end", "session": "one", "lane": "content", "assetid": .string(asset), "view": .int(view),
                    "total_seconds": .int(seconds), "metadata": ["title": .string("T\(view)")],
                ]
            ],
            pings: pings
        )
    }

    private func ping(_ product: JSONValue, _ view: Int64, _ segments: [Int64]) -> JSONObject {
        [
            "product": product, "cadence": "interval", "method": "GET", "stream": "s", "id": "p", "created": 0,
            "url": "http://127.0.0.1:8642/p?sessionId=one&x=1", "lane": "content", "assetid": "E", "view": .int(view),
            "segments": .array(JSONArray(segments.map(JSONValue.int))), "seconds": 60, "ended": true,
        ]
    }

    @Test func minutesAreAddedUpByProduct() {
        let session = Sessions.of(
            credit(60, view: 1, asset: "E", pings: [ping("dcrVideo", 1, [0, 1])]),
            credit(60, view: 2, asset: "E", pings: [ping("dcrVideo", 2, [5])]),
            credit(60, view: 3, asset: "E", pings: [ping("dar", 3, [])]),
            credit(60, view: 4, asset: "E", pings: [])
        )
        let credits = AssetCredit.all(in: session)
        #expect(
            credits.map { "\($0.view) \($0.product) \($0.title) \($0.minutes) \($0.isSent) \($0.ended)" } == [
                "1 dcrVideo T1 2 true true", "2 dcrVideo T2 1 true true", "3 dar T3 0 true true", "4  T4 0 false true",
            ]
        )
        #expect(credits.minutesByProduct.map { "\($0.product) \($0.minutes)" } == ["dcrVideo 3", "dar 0"])
        let page = HTMLReport(session).text
        #expect(page.contains("<b>3 min</b><span>credited, dcrVideo</span>") && !page.contains("credited, dar"))
    }
}
