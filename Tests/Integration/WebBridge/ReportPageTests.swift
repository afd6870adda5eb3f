// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

/// The page of a report in a real browser.
@Suite(.enabled(if: Browser.url != nil, "\(Browser.missing)"), .serialized)
struct ReportPageTests {
    /// What a browser makes of a page, as markup.
    private func shown(_ model: JSONObject) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString).html")
        try ReportPage.text(model).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let markup = try await Browser.show(file.absoluteString)
        let start = try #require(markup.range(of: "<main id=\"page\">"))
        let end = try #require(markup.range(of: "</main>", range: start.upperBound..<markup.endIndex))
        return String(markup[start.upperBound..<end.lowerBound])
    }

    @Test func everythingOfTheDemoIsShown() async throws {
        let file = try ChannelFile.demo()
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file, start: header.start)
        let session = try await SessionRunner.run(plan, header: header, flow: .events)
        var model = SessionModel(session)
        model.explanation = try await SessionExplanation(session)
        let page = try await shown(model.json)
        func count(_ pattern: some RegexComponent) -> Int { page.matches(of: pattern).count }
        #expect(
            count(#/<tr class="with" id="ping-\d+">/#) + count(#/<tr id="ping-\d+" class="with">/#)
                == session.pings.count
        )
        #expect(count(#/<summary>JSON</#) == session.records.count)
        #expect(count(#/ id="notice-\d+"/#) == session.notices.count)
        #expect(count(#/<details class="view"/#) == model.explanation?.views.count)
        #expect(count(#/<circle class="ping"/#) == session.pings.count)
        for lane in ["content", "ad", "static", "optedOut", "disabled"] {
            #expect(page.contains("class=\"bar \(lane)\""))
        }
        // Each mark can be focused, and leads to a row that is there.
        for link in page.matches(of: #/ href="#([^"]+)"/#) { #expect(page.contains("id=\"\(link.1)\""), "\(link.1)") }
        // On a narrow screen rows become cards, in which a cell has no head above it.
        let cells = page.matches(of: #/<td([^>]*)>/#).map(\.1).filter { !$0.contains("colspan") }
        #expect(cells.count > 500 && cells.allSatisfy { $0.contains("data-label=\"") })
        for text in ["minutes 380–382", "credited: 60 s of at least 30 s", "metadata: title", "101×"] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test func whatASessionHoldsIsTextAndAnEmptyOneSaysSo() async throws {
        let nasty = "</script><img src=x onerror=\"document.title='taken'\">"
        let ping: JSONObject = ["product": .string(nasty), "url": .string(nasty), "lane": .string(nasty)]
        let step = SessionStep(
            number: 1,
            time: 0,
            command: SessionCommand(nasty),
            pings: [ping],
            notices: [["kind": "error", "description": .string(nasty)]]
        )
        let page = try await shown(SessionModel(Session(header: SessionHeader(title: nasty), steps: [step])).json)
        #expect(!page.contains("<img") && page.contains("<h1>&lt;/script&gt;&lt;img src=x"))
        let empty = try await shown(SessionModel(SessionHeader(title: "Empty")).json)
        for text in [
            "Nothing was measured.", "No ping was made.", "The listener received nothing.", "Nothing was credited.",
        ] {
            #expect(empty.contains(text), "\(text)")
        }
    }
}
