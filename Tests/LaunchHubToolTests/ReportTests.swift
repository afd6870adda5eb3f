// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
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

    /// An address is long: it is folded into a row of its own, and not into the last column.
    @Test func anOpenedPingHasARowOfItsOwn() async throws {
        let session = try await Sessions.demo(.events)
        let page = HTMLReport(session).text
        let rows = page.matches(of: #/<tr class="more"><td colspan="7"><details><summary>GET /#)
        #expect(rows.count == session.pings.count)
        #expect(page.matches(of: #/<tr id="ping-\d+" class="with">/#).count == session.pings.count)
    }

    /// On a narrow screen rows become cards, in which a cell has no head above it.
    @Test func eachCellNamesItsColumn() async throws {
        let page = HTMLReport(try await Sessions.demo(.events)).text
        #expect(page.contains("@media (max-width: 640px)") && page.contains("content: attr(data-label)"))
        let cells = page.matches(of: #/<td ([^>]*)>/#).map(\.1).filter { !$0.contains("colspan") }
        #expect(cells.count > 100 && cells.allSatisfy { $0.contains("data-label=\"") })
    }

    @Test func eachMarkCanBeFocusedAndLeadsToItsRow() async throws {
        let page = HTMLReport(try await Sessions.demo(.events)).text
        let shapes = page.matches(of: #/<(?:circle|path) class="|<rect class="bar /#).count
        let marks = page.matches(
            of: #/<(?:a class="mark" href="#[^"]+"|g class="mark" tabindex="0" role="img") aria-label="[^"]/#
        )
        #expect(marks.count == shapes && shapes > 20)
        for link in page.matches(of: #/class="mark" href="#([^"]+)"/#) { #expect(page.contains("id=\"\(link.1)\"")) }
    }

    /// The ratio of the contrast of two colors, as WCAG defines it.
    private func contrast(_ left: String, _ right: String) -> Double {
        func light(_ color: String) -> Double {
            let value = Int(color.dropFirst(), radix: 16) ?? 0
            let parts: [Double] = [value >> 16, value >> 8 & 255, value & 255].map { part in
                let share = Double(part) / 255
                return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let lights: [Double] = [light(left), light(right)]
        return ((lights.max() ?? 0) + 0.05) / ((lights.min() ?? 0) + 0.05)
    }

    @Test(arguments: [(0, "#ffffff"), (1, "#10151b")])
    func textHasTheContrastThatAAAsksFor(_ scheme: Int, _ onColor: String) throws {
        let page = HTMLReport(Session(header: SessionHeader(title: "Empty"))).text
        let colors = Dictionary(
            grouping: page.matches(of: #/--(\w+): (#[0-9a-f]{6})\b/#).map { (String($0.1), String($0.2)) }
        ) { $0.0 }.mapValues { $0[scheme].1 }
        let back = try #require(colors["back"])
        for name in ["ink", "soft", "content", "bad"] {
            let color = try #require(colors[name])
            #expect(contrast(color, back) >= 4.5, "\(name)")
            #expect(contrast(color, try #require(colors["card"])) >= 4.5, "\(name)")
        }
        for name in ["content", "ad", "static", "off", "bad"] {
            #expect(contrast(onColor, try #require(colors[name])) >= 4.5, "\(name)")
        }
    }

    /// The page has what `certify` says of the same file.
    @Test(arguments: ["front-page.jsonl", "calls-with-mistakes.jsonl", "calls-without-play.jsonl"])
    func theVerdictTheCasesAndAllFindingsAreThoseOfCertify(_ name: String) async throws {
        let file = PackageFolder.root.appending(path: "Tests/LaunchHubToolTests/Golden/Inputs/\(name)").path
        let certified = try await ToolRun(["certify", "--json", file]).objects
        let text = try await ToolRun(["certify", file]).output
        let run = try await ToolRun(["report", file])
        guard run.code == 0 else { return #expect(name == "calls-with-mistakes.jsonl") }
        let page = run.output
        #expect(page.contains(">\(text.split(separator: "\n").last ?? "-")</p>"))
        let findings = certified.filter { $0["kind"] == "finding" }
        #expect(page.matches(of: #/id="finding-\d+"/#).count == findings.count)
        for finding in findings {
            #expect(page.contains(">\(finding["rule"]?.stringValue ?? "-")</code>"), "\(finding)")
        }
        for result in certified where result["kind"] == "case" {
            #expect(page.contains("<code>\(result["id"]?.stringValue ?? "-")</code>"))
        }
        #expect(
            page.components(between: "data-label=\"Verdict\">undecidable<").count - 1
                == certified.count { $0["verdict"] == "undecidable" && $0["kind"] == "case" }
        )
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
