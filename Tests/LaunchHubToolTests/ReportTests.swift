// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// The page.
struct ReportTests {
    private static let nasty = #"<script>alert("1")</script>&'"#

    /// A session with markup wherever a session has text.
    private var hostile: Session {
        let text = JSONValue.string(Self.nasty)
        let event: JSONObject = [
            "event": "playhead", "type": "content", "playheadPosition": "5", "optout": text,
            "metadata": ["content": ["assetid": text, "title": text]],
        ]
        let record: JSONObject = [
            "kind": "view", "lane": text, "assetid": text, "view": 1, "session": text, "metadata": ["title": text],
            "payload": text,
        ]
        let ping: JSONObject = [
            "product": text, "cadence": text, "lane": text, "assetid": text, "method": text, "url": text, "body": text,
            "watermark": text,
        ]
        let notice: JSONObject = ["kind": text, "code": text, "description": text, "identifier": text]
        return Session(
            header: SessionHeader(title: Self.nasty, flow: Self.nasty),
            steps: [
                SessionStep(
                    number: 1,
                    time: 0,
                    command: SessionCommand("TrackSDKEvent", ["identifier": text, "data": .object(event)]),
                    result: ["code": 5001],
                    records: [record],
                    pings: [ping],
                    notices: [notice]
                ),
                SessionStep(
                    number: 2,
                    time: 90_000,
                    command: SessionCommand(Self.nasty),
                    result: ["code": 5012, "description": text],
                    notices: [["kind": "error", "code": 3, "description": text]]
                ),
            ],
            isComplete: false
        )
    }

    @Test func everythingThatASessionHoldsIsEscaped() {
        let page = HTMLReport(hostile, comparedWith: hostile).text
        #expect(!page.contains("<script"))
        #expect(!page.contains("alert(\""))
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"))
        #expect(page.contains("The recording is cut off"))
    }

    @Test func nothingIsLoadedFromElsewhere() async throws {
        let page = HTMLReport(try await Sessions.demo(.events)).text
        // `src` is a parameter of pings too.
        let places = page.split(separator: "href=").dropFirst()
        #expect(!places.isEmpty && places.allSatisfy { $0.hasPrefix("\"#") })
        for word in [" src=", "@import", "url(", "<link", "<script", "<iframe"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("prefers-color-scheme: dark"))
    }

    @Test func thePageHasLanesCreditsPingsNoticesAndTimeline() async throws {
        let session = try await Sessions.demo(.events)
        let page = HTMLReport(session).text
        for word in [
            "<svg", "class=\"bar content\"", "class=\"bar ad\"", "class=\"bar static\"", "class=\"bar optedOut\"",
            "class=\"bar disabled\"", "Credited minutes", "Pings", "Records", "Notices", "Timeline", "LIGHTHOUSE-E07",
        ] {
            #expect(page.contains(word), "\(word)")
        }
        #expect(page.components(between: "<summary>JSON").count - 1 == session.records.count)
        #expect(page.components(between: "<summary>GET").count - 1 == session.pings.count)
        #expect(page.components(between: "class=\"ping\"").count - 1 == session.pings.count)
    }

    @Test func anEmptySessionHasAPageToo() {
        let page = HTMLReport(Session(header: SessionHeader(title: "Empty"))).text
        #expect(page.contains("Nothing was measured."))
        #expect(page.contains("No ping was made."))
        #expect(page.contains("The listener received nothing."))
    }

    @Test func controlCharactersDoNotReachTheTerminal() {
        let lines = TimelineText().lines(hostile)
        let step = SessionStep(number: 1, time: 0, command: SessionCommand("\u{1B}[2Jx\ny"), result: ["code": 5012])
        let text = TimelineText().lines(Session(header: SessionHeader(title: ""), steps: [step])) + lines
        #expect(!text.contains { $0.contains("\u{1B}") || $0.contains("\n") })
    }
}

extension String {
    fileprivate func components(between separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
