// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import Testing

/// Pages that do not know this SDK, in a real browser: they are tagged for the browser SDK, and one line is added.
@Suite(.enabled(if: Browser.url != nil, "\(Browser.missing)"), .serialized)
struct PageTakeoverTests {
    private static let line = #"<script src="/bridge/page.js"></script>"#

    /// What a page does before the browser SDK is there: it keeps calls in a queue, by instance.
    private static let queue = """
        window.NOLBUNDLE = window.NOLBUNDLE || { nlsQ: function (appid, name, options) {
          var tag = document.createElement("script");
          tag.async = true;
          tag.src = "/none/conf/" + appid + ".js#name=" + name + "&ns=NOLBUNDLE";
          document.head.appendChild(tag);
          var bundle = window.NOLBUNDLE;
          bundle[name] = bundle[name] || { g: options || {}, ggPM: function (event, param) {
            (bundle[name].q = bundle[name].q || []).push([event, param]);
          } };
          return bundle[name];
        } };
        var sdk = NOLBUNDLE.nlsQ("PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "player",
          { apn: "Web bridge sample", sfcode: "dcr" });
        """

    private static func page(head: String = "", script: String, tail: String = "") -> String {
        """
        <!DOCTYPE html><html><head><meta charset="utf-8"><title>A tagged page</title><link rel="icon" href="data:,">
        \(head)
        </head><body><pre id="out"></pre><script>const content = \(BrowserPage.contentText);
        \(script)</script>\(tail)</body></html>
        """
    }

    /// Forty seconds of viewing, a call a second, as the page's timers make it.
    private static let viewing = """
        sdk.ggPM("loadMetadata", content);
        let second = 0;
        const timer = setInterval(() => {
          sdk.ggPM(49, second);
          second += 1;
          if (second === 41) { clearInterval(timer); sdk.ggPM("end", 40); }
        }, 1000);
        """

    private func show(_ markup: String) async throws -> JSONObject {
        let site = try BrowserSite(pages: ["tagged.html": markup], followsPages: true)
        site.clock.advance(by: .seconds(3_600))
        _ = try await Browser.show(site.url("pages/tagged.html"))
        return try site.state()
    }

    private func expectForty(_ state: JSONObject) {
        #expect(state["refused"] == .array([]))
        #expect(state["credits"]?.arrayValue?.count == 1)
        let seconds = state["credits"]?.arrayValue?.first?.objectValue?["seconds"]?.intValue ?? 0
        #expect((40...41).contains(seconds), "\(seconds)")
    }

    @Test func aLineBeforeThePagesScriptsTakesItsCallsOver() async throws {
        let state = try await show(Self.page(head: Self.line, script: Self.queue + Self.viewing))
        #expect(state["calls"]?.arrayValue?.prefix(2) == ["init", "loadMetadata"])
        expectForty(state)
    }

    @Test func aLineBehindThemTakesTheirQueueAndTheirTags() async throws {
        let state = try await show(Self.page(script: Self.queue + Self.viewing, tail: Self.line))
        #expect(state["calls"]?.arrayValue?.prefix(2) == ["init", "loadMetadata"])
        expectForty(state)
    }

    /// The first answers are lost for seconds; each record has the time at which the page made its call.
    @Test func callsThatWaitedKeepThePagesTime() async throws {
        let markup = Self.page(head: Self.line, script: Self.queue + Self.viewing)
        let site = try BrowserSite(
            pages: ["tagged.html": markup],
            faults: [Fault(path: "/bridge/messages", status: 503, times: 4)],
            followsPages: true
        )
        site.clock.advance(by: .seconds(3_600))
        _ = try await Browser.show(site.url("pages/tagged.html"))
        let state = try site.state()
        expectForty(state)
        #expect(site.faultsMet == [4])
    }
}
