// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

/// The page.
struct ReportTests {
    private static let nasty = #"</script><!--<script>alert("1")</script>&'"# + "\u{2028}\u{2029}"

    /// The JSON in a page.
    static func model(of page: String) throws -> JSONObject {
        let parts = page.split(separator: #"<script type="application/json" id="model">"#)
        try #require(parts.count == 2)
        return try JSONObject(jsonText: String(try #require(parts[1].split(separator: "</script>").first)))
    }

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

    /// What ends the element that the JSON stands in is not in it, and the script makes no markup of what it reads.
    @Test func nothingThatASessionHoldsBecomesMarkup() throws {
        var model = SessionModel(hostile)
        model.compare(with: SessionModel(hostile), [])
        let (page, empty) = (ReportPage.text(model.json), ReportPage.text([:]))
        #expect(try Self.model(of: page) == model.json)
        #expect(page.count { $0 == "<" } == empty.count { $0 == "<" })
        #expect(!page.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval("] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(model.json["complete"] == false)
        let image = TrackImage(model).text
        #expect(!image.contains("<script") && image.contains("&lt;script&gt;alert(\"1\")&lt;/script&gt;&amp;'"))
    }

    @Test func nothingIsLoadedFromElsewhere() {
        let page = ReportPage.text([:])
        for word in [
            " src=", "@import", "url(", "<link", "<iframe", "fetch(", "XMLHttpRequest", "http-equiv=\"refresh",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\""))
        #expect(page.contains("prefers-color-scheme: dark") && page.contains("<noscript>"))
    }

    @Test func theModelHasLanesCreditsPingsNoticesAndTimeline() async throws {
        let session = try await Sessions.demo(.events)
        let model = SessionModel(session).json
        func list(_ key: String) -> [JSONValue] { model[key]?.arrayValue ?? [] }
        #expect(
            Set(list("lanes").compactMap { $0["lane"]?.stringValue })
                == ["content", "ad", "static", "optedOut", "disabled"]
        )
        #expect(list("records").map { $0["json"]?.stringValue } == session.records.map(\.record.jsonText))
        #expect(list("pings").map { $0["url"] } == session.pings.map { $0.ping["url"] })
        #expect(list("notices").map { $0["description"] } == session.notices.map { $0.notice["description"] })
        let parameters = list("pings").compactMap { $0["parameters"]?.arrayValue }
        #expect(parameters.count == session.pings.count)
        #expect(parameters.contains { $0.contains { $0["name"] == "tl" && $0["origin"] == "metadata: title" } })
        #expect(list("timeline").contains { $0["name"] == "TrackSDKEvent" && $0["times"] == 101 })
        #expect(list("credits").contains { $0["assetid"] == "AD-COFFEE" })
    }

    @Test func eachMarkLeadsToItsRow() async throws {
        let session = try await Sessions.demo(.events)
        let marks = SessionModel(session).json["marks"]?.arrayValue ?? []
        let pings = marks.filter { $0["kind"] == "ping" }
        #expect(pings.map { $0["place"]?.stringValue } == session.pings.indices.map { "ping-\($0 + 1)" })
        let errors = marks.filter { $0["kind"] == "error" }
        #expect(errors.map { $0["place"]?.stringValue } == ["notice-4", "notice-5"])
        #expect(marks.allSatisfy { $0["text"]?.stringValue?.isEmpty == false })
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
        let page = ReportPage.text([:])
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
        let model = try #require(try Self.model(of: run.output)["certification"])
        #expect(model["verdict"]?.stringValue == text.split(separator: "\n").last.map(String.init))
        let findings = certified.filter { $0["kind"] == "finding" }
        #expect(model["findings"]?.arrayValue?.map { $0["rule"] } == findings.map { $0["rule"] })
        let cases = certified.filter { $0["kind"] == "case" }
        #expect(model["cases"]?.arrayValue?.map { $0["id"] } == cases.map { $0["id"] })
        #expect(model["cases"]?.arrayValue?.map { $0["verdict"] } == cases.map { $0["verdict"] })
    }

    @Test func controlCharactersDoNotReachTheTerminal() {
        let lines = SessionText().timeline(SessionModel(hostile))
        let step = SessionStep(number: 1, time: 0, command: SessionCommand("\u{1B}[2Jx\ny"), result: ["code": 5012])
        let session = Session(header: SessionHeader(title: ""), steps: [step])
        let text = SessionText().timeline(SessionModel(session)) + lines
        #expect(!text.contains { $0.contains("\u{1B}") || $0.contains("\n") })
    }
}
