// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import NielsenAppApi
import NielsenTestSupport
import TestSupport
import Testing

/// What a host knows of its pages, asked without a connection.
struct PageStateTests {
    private let clock = ManualClock()

    private static let start =
        #"["init",{"appid":"PE392366B-F2C1-4BC4-AB62-A7DAFDC51000","appname":"Web bridge sample","sfcode":"dcr"}]"#

    private func host(_ pings: @escaping @Sendable (NielsenPing) -> Void = { _ in }) -> BridgeHost {
        BridgeHost(environment: Site.environment(clock: clock), pings: pings)
    }

    private func answer(_ host: BridgeHost, _ method: String, _ path: String, _ body: String = "") throws
        -> ServerResponse
    {
        let target = try RequestTarget(path)
        let route = try #require(host.routes.first { $0.method == method && $0.pattern == target.path })
        return try route.handler(ServerRequest(method, target, body: Data(body.utf8)))
    }

    private func post(_ host: BridgeHost, _ query: String, _ body: String) throws -> JSONObject {
        try JSONObject(jsonData: answer(host, "POST", "/bridge/messages?" + query, body).body)
    }

    // MARK: - Pages

    /// A page that counts from later than 1 has been there before, and the host has not.
    @Test(
        arguments: [
            ("page=p", "[5]", true), ("page=p&number=1", "[5]", true), ("page=p&number=2", "[5]", false),
            ("page=p&number=2", #"{"queue":[\#(start)]}"#, true), ("page=other", "[5]", true),
        ]
    )
    func aNewPageIsKnownWhereItBegins(_ query: String, _ body: String, _ isKnown: Bool) throws {
        #expect(try post(host(), query, body)["known"] == .bool(isKnown))
    }

    @Test func aPageThatHasSentSomethingIsKnown() throws {
        let host = host()
        #expect(try post(host, "page=p&number=5", "[5]")["known"] == false)
        #expect(try post(host, "page=p&number=6", "[5]")["known"] == true)
        #expect(try post(host, "page=q&number=6", "[5]")["known"] == false)
    }

    @Test func thePageThatWasUsedLastIsAtTheEnd() throws {
        let host = host()
        for page in ["a", "b", "c", "a", "a", "b"] { _ = try post(host, "page=\(page)", "[5]") }
        #expect(host.pageNames == ["c", "a", "b"])
        let answer = try answer(host, "GET", "/bridge/pages")
        #expect(try JSONObject(jsonData: answer.body) == ["pages": ["c", "a", "b"]])
    }

    /// The page that was quiet for longest makes room, not the one that came first.
    @Test func sixtyFourPagesAreKept() throws {
        let host = host()
        let names = (0..<64).map { "p\($0)" }
        for name in names { _ = try post(host, "page=\(name)", "[5]") }
        #expect(host.pageNames == names)
        _ = try post(host, "page=p0", "[5]")
        _ = try post(host, "page=one-more", "[5]")
        #expect(host.pageNames == names.dropFirst(2) + ["p0", "one-more"])
        #expect(host.state(of: "p1") == nil && host.state(of: "p0") != nil)
    }

    // MARK: - Results

    @Test func theResultsOfAPageAreThoseOfAnApp() throws {
        let sent = Locked<[JSONValue]>([])
        let host = host { ping in sent.withLock { $0.append(.object(ping.json)) } }
        let (records, pings) = (NielsenRecordingMeasurementSink(), NielsenRecordingPingSink())
        var environment = Site.environment(clock: ManualClock())
        (environment.sink, environment.pings) = (records, pings)
        let appInfo = [
            "appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "appname": "Web bridge sample", "sfcode": "dcr",
        ]
        let api = try NielsenAppApi.make(appInfo: appInfo, environment: environment)
        api.play()
        api.loadMetadata(SampleAssets.content)
        api.playheadPosition(0)
        api.end()
        _ = try post(host, "", #"{"queue":[\#(Self.start),[5],[3,\#(Site.contentText)],[49,0],["end"]]}"#)
        let state = try #require(host.state(of: "default"))
        #expect(state["calls"]?.arrayValue?.count == 5)
        #expect(state["pings"] == .array(pings.pings.map { .object($0.json) }))
        #expect(state["pings"] == .array(sent.withLock { $0 }))
        #expect(sent.withLock { !$0.isEmpty })
        #expect(state["records"] == .array(records.records.map { .object($0.json) }))
        #expect(state["records"]?.arrayValue?.isEmpty == false)
        #expect(state["refused"] == [] && state["errors"] == [])
    }

    // MARK: - Files

    @Test func theFilesForPagesAreServed() throws {
        let host = host()
        let bridge = Data(try PackageFolder.text("Sources/LaunchHubServer/Resources/nielsen-bridge.js").utf8)
        let scripts = [
            ("/bridge/nielsen-bridge.js", bridge),
            (
                "/bridge/page.js",
                Data("var nielsenBridgeManual = true;\n".utf8) + bridge + Data(NielsenAppSDKJSHandler.pageScript.utf8)
            ),
        ]
        for (path, body) in scripts {
            let script = try answer(host, "GET", path)
            #expect(script.status == 200)
            #expect(script.body == body)
            #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(script.headers["Cache-Control"] == "no-cache")
        }
        let sample = try answer(host, "GET", "/bridge/sample.html")
        #expect(sample.status == 200)
        #expect(
            sample.body == (Data(try PackageFolder.text("Sources/LaunchHubServer/Resources/bridge-sample.html").utf8))
        )
        #expect(sample.headers["Content-Security-Policy"]?.contains("script-src 'self' 'unsafe-inline'; ") == true)
    }
}
