// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import NielsenAppApi
import Testing

/// Pages in a real browser, and what the SDK makes of them.
@Suite(.enabled(if: Browser.url != nil, "\(Browser.missing)"), .serialized)
struct BrowserTests {
    private func expect(_ state: JSONObject, toBe native: NativeFlow) {
        #expect(state["records"] == native.records)
        #expect(state["pings"] == native.pings)
        #expect(state["credits"] == native.credits)
    }

    @Test func thePagesSessionIsThatOfAnApp() async throws {
        let site = try BrowserSite()
        let markup = try await Browser.show(site.url("bridge/sample.html?auto"))
        let native = try NativeFlow { api in
            api.play(["channelName": "Sample"])
            api.loadMetadata(BrowserPage.content)
            api.loadMetadata(BrowserPage.preroll)
            for position in 0..<10 { api.playheadPosition(Int64(position)) }
            api.stop()
            api.loadMetadata(BrowserPage.content)
            for position in 0..<45 { api.playheadPosition(Int64(position)) }
            api.sendID3(BrowserPage.watermark)
            api.loadMetadata(["type": "static", "section": "Home", "segA": "a"])
            api.playheadPosition(45)
            api.stop()
            api.loadMetadata(BrowserPage.content)
            for position in 46..<90 { api.playheadPosition(Int64(position)) }
            api.staticEnd()
            api.loadMetadata(["type": "static", "section": "News"])
            api.updateOTT(["ottStatus": "1", "ottType": "airplay", "ottDevice": "appleTV"])
            api.staticEnd()
            api.playheadPosition(90)
            api.end()
        }
        let state = try site.state()
        expect(state, toBe: native)
        let pings = native.pings.arrayValue?.count ?? 0
        #expect(pings > 10)
        // All of it is played in one instant, which earns each run half a second: the content has two runs, the ad one.
        #expect(
            state["credits"]?.arrayValue?.prefix(2).map { $0.objectValue?["seconds"] } == [.int(1), .int(0)]
        )
        let playhead = "setPlayheadPosition"
        #expect(
            state["calls"]?.arrayValue?.compactMap(\.stringValue).filter { $0 != playhead } == [
                "init", "play", "loadMetadata", "loadMetadata", "stop", "loadMetadata", "sendID3", "staticStart",
                "stop",
                "loadMetadata", "staticSwitch", "updateOTT", "staticEnd", "end",
            ]
        )
        // The wrong call was refused, its script did not run, and the pings are in the collector.
        #expect(markup.contains("<title>A page with the web bridge</title>"))
        #expect(markup.contains("&quot;refused&quot;:1") && state["refused"]?.arrayValue?.count == 1)
        #expect(try site.collector.count().pings == pings)
    }

    @Test func theEventInterfaceIsThereAsWell() async throws {
        let page = BrowserPage.markup(
            make: "NielsenBridge.create({ endpoint: '/bridge/messages', apiType: 'trackEvent' })",
            calls: """
                bridge.init(appInfo);
                for (let position = 0; position < 40; position += 1) {
                  bridge.trackEvent({ event: "playhead", type: "content", playheadPosition: String(position),
                    metadata: { content: content } });
                }
                bridge.ggPM("complete", { type: "content", metadata: { content: content } });
                """
        )
        let site = try BrowserSite(pages: ["track.html": page])
        _ = try await Browser.show(site.url("pages/track.html"))
        let state = try site.state()
        let native = try NativeFlow { api in
            api.play()
            api.loadMetadata(BrowserPage.content)
            for position in 0..<40 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        #expect(state["apiType"] == "trackEvent")
        expect(state, toBe: native)
    }

    @Test func whatTheNetworkLosesIsSentAgainAndCountedOnce() async throws {
        // Two requests are not served; a third is, and its answer is lost.
        let page = BrowserPage.markup(
            calls: """
                bridge.init(appInfo);
                bridge.ggPM("play");
                bridge.ggPM(3, content);
                for (let position = 0; position < 250; position += 1) { bridge.ggPM(49, position); }
                bridge.ggPM("end");
                """
        )
        let site = try BrowserSite(
            pages: ["lossy.html": page],
            faults: [
                Fault(path: "/bridge/messages", status: 503, times: 2),
                Fault(path: "/bridge/messages", cutOff: .answer, times: 2),
            ]
        )
        let output = try JSONObject(jsonText: Browser.output(of: try await Browser.show(site.url("pages/lossy.html"))))
        let counts = output["counts"]?.objectValue
        // A browser may try once more by itself where a connection breaks.
        #expect((counts?["retries"]?.intValue ?? 0) >= 2 && counts?["waiting"] == .int(0))
        #expect(site.faultsMet == [2, 2])
        #expect(output["refused"] == .array([]))
        let native = try NativeFlow { api in
            api.play()
            api.loadMetadata(BrowserPage.content)
            for position in 0..<250 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        let state = try site.state()
        expect(state, toBe: native)
        #expect(state["next"] == .int(255))
    }

    @Test func aPageThatIsLeftLosesNothing() async throws {
        let page = BrowserPage.markup(
            calls: """
                bridge.init(appInfo);
                bridge.ggPM("play");
                bridge.ggPM(3, content);
                for (let position = 0; position < 60; position += 1) { bridge.ggPM(49, position); }
                bridge.ggPM("end");
                location.href = "/pages/next.html";
                """
        )
        // Everything but what is sent while the page goes away meets a fault.
        let site = try BrowserSite(
            pages: ["left.html": page, "next.html": "<!doctype html><title>The next page</title>"],
            faults: [Fault(path: "/bridge/messages", cutOff: .before, times: 1)]
        )
        _ = try await Browser.show(site.url("pages/left.html"))
        let state = try site.state()
        let native = try NativeFlow { api in
            api.play()
            api.loadMetadata(BrowserPage.content)
            for position in 0..<60 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        expect(state, toBe: native)
    }

    // MARK: - With an app around the page

    /// What a page posts to the handler of an app, as that gets it.
    private func posted(_ calls: String) async throws -> (messages: [JSONValue], output: JSONObject) {
        let page = BrowserPage.markup(
            before: """
                const posted = [];
                window.webkit = { messageHandlers: { NielsenSDKMsg: { postMessage: message => posted.push(message) } } };
                """,
            calls: calls,
            output:
                "JSON.stringify({ posted: posted, counts: bridge.counts, refused: refused, transport: bridge.transport })"
        )
        let site = try BrowserSite(pages: ["native.html": page])
        let output = try JSONObject(jsonText: Browser.output(of: try await Browser.show(site.url("pages/native.html"))))
        #expect(site.host.pageNames.isEmpty)
        return (output["posted"]?.arrayValue ?? [], output)
    }

    @Test func anAppAroundThePageGetsTheCalls() async throws {
        let (messages, output) = try await posted(
            """
            bridge.init(appInfo);
            bridge.ggPM(5, { channelName: "App" });
            bridge.ggPM("loadmetadata", content);
            for (let position = 0; position < 30; position += 1) { bridge.ggPM(49, position); }
            bridge.ggPM("END");
            """
        )
        #expect(output["transport"] == "native")
        let sink = NielsenRecordingMeasurementSink()
        let pings = NielsenRecordingPingSink()
        var environment = BrowserSite.environment()
        environment.sink = sink
        environment.pings = pings
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: environment)
        for message in messages { handler.receive(message.anyValue) }
        let native = try NativeFlow { api in
            api.play(["channelName": "App"])
            api.loadMetadata(BrowserPage.content)
            for position in 0..<30 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        #expect(messages.count == 34)
        #expect(JSONValue.array(sink.records.map { .object($0.json) }) == native.records)
        #expect(JSONValue.array(pings.pings.map { .object($0.json) }) == native.pings)
    }

    // MARK: - Calls that are wrong

    /// Calls that a page must not make, each with a part of its refusal, between good calls.
    private static let wrong: [(call: String, says: String)] = [
        ("ggPM('fly')", "the event \\\"fly\\\" is unknown"),
        ("ggPM()", "the message has no event"),
        ("ggPM('<script>document.title = 1</' + 'script>')", "is unknown"),
        ("ggPM('setPlayheadPosition', NaN)", "setPlayheadPosition has no param"),
        ("ggPM('loadMetadata', [content])", "it needs the metadata, an object"),
        ("ggPM('play', 1, 2, 3, 4, 5)", "the call has 6 elements"),
        ("ggPM('trackEvent', {})", "trackEvent is not a call of the interface ggPM"),
        ("ggPM('sendID3', 'x'.repeat(5000000))", "the call has 5000014 bytes"),
        ("ggPM('loadMetadata', cyclic)", "the call cannot be written as JSON"),
        ("ggPM('loadMetadata', deep)", "nested deeper than 62"),
        ("ggPM('sendID3', '\\ud800 alone')", "the message is not JSON"),
    ]

    private static var wrongCalls: String {
        let lines = wrong.enumerated().map { number, wrong in
            "try { bridge.\(wrong.call); } catch (error) { refused.push('thrown: ' + error); } bridge.ggPM(49, \(number));"
        }
        return """
            const cyclic = {}; cyclic.me = cyclic;
            let deep = {}; for (let level = 0; level < 200; level += 1) { deep = { deep: deep }; }
            bridge.init(appInfo); bridge.ggPM("play"); bridge.ggPM(3, content);
            \(lines.joined(separator: "\n"))
            bridge.ggPM("end");
            """
    }

    private static var good: (NielsenAppApi) -> Void {
        { api in
            api.play()
            api.loadMetadata(BrowserPage.content)
            for position in 0..<wrong.count { api.playheadPosition(Int64(position)) }
            api.end()
        }
    }

    @Test func aWrongCallIsToldAndLosesNothing() async throws {
        let site = try BrowserSite(pages: ["wrong.html": BrowserPage.markup(calls: Self.wrongCalls)])
        let markup = try await Browser.show(site.url("pages/wrong.html"))
        let output = try JSONObject(jsonText: Browser.output(of: markup))
        let refused = (output["refused"]?.arrayValue ?? []).compactMap(\.stringValue)
        #expect(refused.count == Self.wrong.count)
        for wrong in Self.wrong {
            let says = wrong.says.replacingOccurrences(of: "\\\"", with: "\"")
            #expect(refused.contains { $0.contains(says) }, "\(wrong.call): \(refused)")
        }
        #expect(markup.contains("<title>page</title>"))
        expect(try site.state(), toBe: try NativeFlow(Self.good))
    }
}
