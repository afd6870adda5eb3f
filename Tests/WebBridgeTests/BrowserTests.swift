// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
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
        let site = try Site()
        let markup = try await Browser.show(site.url("bridge/sample.html?auto"))
        let native = try NativeFlow { api in
            api.play(["channelName": "Sample"])
            api.loadMetadata(Samples.content)
            api.loadMetadata(Samples.preroll)
            for position in 0..<10 { api.playheadPosition(Int64(position)) }
            api.stop()
            api.loadMetadata(Samples.content)
            for position in 0..<45 { api.playheadPosition(Int64(position)) }
            api.sendID3(Samples.watermark)
            api.loadMetadata(["type": "static", "section": "Home", "segA": "a"])
            api.playheadPosition(45)
            api.stop()
            api.loadMetadata(Samples.content)
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

    @Test func callsMadeBeforeTheScriptIsThereAreKept() async throws {
        let page = Samples.page(
            before: #"var nielsenBridgeQueue = [["play", { channelName: "Early" }], [3, content]];"#,
            attributes:
                #"data-appid="PE392366B-F2C1-4BC4-AB62-A7DAFDC51000" data-appname="Web bridge sample" data-sfcode="dcr""#,
            make: "nielsenBridge",
            calls: "nielsenBridgeQueue.push([49, 0], ['setPlayheadPosition', 1]); nielsenBridgeQueue.push(['end', 2]);"
        )
        let site = try Site(pages: ["queue.html": page])
        _ = try await Browser.show(site.url("pages/queue.html"))
        let native = try NativeFlow { api in
            api.play(["channelName": "Early"])
            api.loadMetadata(Samples.content)
            for position in 0..<3 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        expect(try site.state(), toBe: native)
    }

    @Test func theEventInterfaceIsThereAsWell() async throws {
        let page = Samples.page(
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
        let site = try Site(pages: ["track.html": page])
        _ = try await Browser.show(site.url("pages/track.html"))
        let state = try site.state()
        let native = try NativeFlow { api in
            api.play()
            api.loadMetadata(Samples.content)
            for position in 0..<40 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        #expect(state["apiType"] == "trackEvent")
        expect(state, toBe: native)
    }

    @Test func whatTheNetworkLosesIsSentAgainAndCountedOnce() async throws {
        // Two requests are not served; a third is, and its answer is lost.
        let page = Samples.page(
            calls: """
                bridge.init(appInfo);
                bridge.ggPM("play");
                bridge.ggPM(3, content);
                for (let position = 0; position < 250; position += 1) { bridge.ggPM(49, position); }
                bridge.ggPM("end");
                """
        )
        let site = try Site(
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
            api.loadMetadata(Samples.content)
            for position in 0..<250 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        let state = try site.state()
        expect(state, toBe: native)
        #expect(state["next"] == .int(255))
    }

    /// The first request is never answered, the second one is not even made, and the answer to the third one is odd.
    @Test func whatIsNeverAnsweredIsGivenUpAndSentAgain() async throws {
        let page = Samples.page(
            before: """
                let requests = 0;
                function broken(address, init) {
                  requests += 1;
                  if (requests === 1) return new Promise(() => {});
                  if (requests === 2) throw new TypeError("no network here");
                  return window.fetch(address, init).then(answer => requests === 3 ? new Response("null") : answer);
                }
                """,
            make: "NielsenBridge.create({ fetch: broken, onRefused: text => refused.push(text) })",
            calls: """
                bridge.init(appInfo);
                bridge.ggPM("play");
                bridge.ggPM(3, content);
                for (let position = 0; position < 40; position += 1) { bridge.ggPM(49, position); }
                bridge.ggPM("end");
                """
        )
        let site = try Site(pages: ["silent.html": page])
        let output = try JSONObject(jsonText: Browser.output(of: try await Browser.show(site.url("pages/silent.html"))))
        #expect(output["counts"]?.objectValue?["retries"] == .int(2))
        #expect(output["refused"] == .array([]))
        let native = try NativeFlow { api in
            api.play()
            api.loadMetadata(Samples.content)
            for position in 0..<40 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        expect(try site.state(), toBe: native)
    }

    @Test func aPageThatIsLeftLosesNothing() async throws {
        let page = Samples.page(
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
        let site = try Site(
            pages: ["left.html": page, "next.html": "<!doctype html><title>The next page</title>"],
            faults: [Fault(path: "/bridge/messages", cutOff: .before, times: 1)]
        )
        _ = try await Browser.show(site.url("pages/left.html"))
        let state = try site.state()
        let native = try NativeFlow { api in
            api.play()
            api.loadMetadata(Samples.content)
            for position in 0..<60 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        expect(state, toBe: native)
    }

    // MARK: - With an app around the page

    /// What a page posts to the handler of an app, as that gets it.
    private func posted(_ calls: String) async throws -> (messages: [JSONValue], output: JSONObject) {
        let page = Samples.page(
            before: """
                const posted = [];
                window.webkit = { messageHandlers: { NielsenSDKMsg: { postMessage: message => posted.push(message) } } };
                """,
            calls: calls,
            output:
                "JSON.stringify({ posted: posted, counts: bridge.counts, refused: refused, transport: bridge.transport })"
        )
        let site = try Site(pages: ["native.html": page])
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
        var environment = Site.environment()
        environment.sink = sink
        environment.pings = pings
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: environment)
        for message in messages { handler.receive(message.anyValue) }
        let native = try NativeFlow { api in
            api.play(["channelName": "App"])
            api.loadMetadata(Samples.content)
            for position in 0..<30 { api.playheadPosition(Int64(position)) }
            api.end()
        }
        #expect(messages.count == 34)
        #expect(JSONValue.array(sink.records.map { .object($0.json) }) == native.records)
        #expect(JSONValue.array(pings.pings.map { .object($0.json) }) == native.pings)
    }

    @Test func anAppThatTakesNothingMoreBreaksNoPage() async throws {
        let page = Samples.page(
            before: """
                window.webkit = { messageHandlers: { NielsenSDKMsg: { postMessage() { throw new Error("gone"); } } } };
                """,
            calls: #"bridge.ggPM("play"); bridge.ggPM("end");"#
        )
        let site = try Site(pages: ["gone.html": page])
        let output = try JSONObject(jsonText: Browser.output(of: try await Browser.show(site.url("pages/gone.html"))))
        #expect(output["refused"] == ["the app did not take the call: gone", "the app did not take the call: gone"])
        #expect(output["counts"]?.objectValue?["sent"] == .int(0))
    }

    // MARK: - Calls that are wrong

    /// Calls that a page must not make, each with a part of its refusal, between good calls.
    private static let wrong: [(call: String, says: String)] = [
        ("ggPM('fly')", "the event \\\"fly\\\" is unknown"),
        ("ggPM(4, {})", "the event 4 is unknown"),
        ("ggPM()", "the message has no event"),
        ("ggPM({ toString: () => 'play' })", "is unknown"),
        ("ggPM('<script>document.title = 1</' + 'script>')", "is unknown"),
        ("ggPM('setPlayheadPosition', NaN)", "setPlayheadPosition has no param"),
        ("ggPM('setPlayheadPosition', '1;alert(1)')", "it needs the playhead in whole seconds"),
        ("ggPM('loadMetadata', [content])", "it needs the metadata, an object"),
        ("ggPM('loadMetadata', () => content)", "loadMetadata has no param"),
        ("ggPM('sendID3', { a: 1 })", "it needs the payload"),
        ("ggPM('play', 1, 2, 3, 4, 5)", "the call has 6 elements"),
        ("ggPM('trackEvent', {})", "trackEvent is not a call of the interface ggPM"),
        ("ggPM('init', { appid: 'other' })", "app information"),
        ("ggPM('sendID3', 'x'.repeat(5000000))", "the call has 5000014 bytes"),
        ("ggPM('loadMetadata', cyclic)", "the call cannot be written as JSON"),
        ("ggPM('setPlayheadPosition', 10n)", "the call cannot be written as JSON"),
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
            api.loadMetadata(Samples.content)
            for position in 0..<wrong.count { api.playheadPosition(Int64(position)) }
            api.end()
        }
    }

    @Test func aWrongCallIsToldAndLosesNothing() async throws {
        let site = try Site(pages: ["wrong.html": Samples.page(calls: Self.wrongCalls)])
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

    @Test func aWrongCallInAnAppIsToldAndLosesNothing() async throws {
        let (messages, output) = try await posted(Self.wrongCalls)
        let sink = NielsenRecordingMeasurementSink()
        let hearing = Refusals()
        var environment = Site.environment()
        environment.sink = sink
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: environment, delegate: hearing)
        for message in messages { handler.receive(message.anyValue) }
        // What cannot be posted is reported by the page, everything else by the app.
        let told = (output["refused"]?.arrayValue ?? []).compactMap(\.stringValue)
        #expect(told.count == 4)
        let refused = told + hearing.texts
        #expect(refused.count == Self.wrong.count)
        for wrong in Self.wrong {
            let says = wrong.says.replacingOccurrences(of: "\\\"", with: "\"")
            #expect(refused.contains { $0.contains(says) }, "\(wrong.call): \(refused)")
        }
        #expect(JSONValue.array(sink.records.map { .object($0.json) }) == (try NativeFlow(Self.good)).records)
    }
}

/// Keeps what is refused.
final class Refusals: NielsenAppSDKJSHandlerDelegate, Sendable {
    private let kept = Locked<[String]>([])
    var texts: [String] { kept.withLock { $0 } }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {
        kept.withLock { $0.append(error.description) }
    }
}
