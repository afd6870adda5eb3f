// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What comes in over HTTP, from pages and from anybody else.
struct MessageRouteTests {
    static let appInfo = #"{"appInfo":{"appid":"PE392366B-F2C1-4BC4-AB62-A7DAFDC51000","sfcode":"dcr"}}"#

    private func start(_ site: Site) async throws {
        _ = try await site.post(Data(Self.appInfo.utf8))
        _ = try await site.post(Data(#"{"queue":[[5],[3,\#(Site.contentText)]]}"#.utf8))
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: Data

        init(_ name: String, _ text: String) {
            testDescription = name
            body = Data(text.utf8)
        }

        init(_ name: String, bytes: [UInt8]) {
            testDescription = name
            body = Data(bytes)
        }
    }

    static let bad: [Bad] = [
        Bad("nothing", ""),
        Bad("no JSON", "play"),
        Bad("half of it", #"{"event": "play""#),
        Bad("a script", "<script>alert(1)</script>"),
        Bad("a number", "7"),
        Bad("a text", #""stop""#),
        Bad("no event", "{}"),
        Bad("an unknown name", #"{"event": "fly"}"#),
        Bad("a script as a name", #"{"event": "');alert(1);//", "param": "<img src=x onerror=alert(1)>"}"#),
        Bad("an unknown number", #"{"event": 999}"#),
        Bad("a name that is a list", #"{"event": ["play"]}"#),
        Bad("another version", #"{"version": 2, "event": "play"}"#),
        Bad("a version that is text", #"{"version": "next", "event": "play"}"#),
        Bad("a queue that is none", #"{"queue": {"event": "play"}}"#),
        Bad("metadata that is a list", #"{"event": "loadMetadata", "param": []}"#),
        Bad("a playhead that is no number", #"{"event": 49, "param": "NaN"}"#),
        Bad("no payload", #"{"event": "sendID3"}"#),
        Bad("six elements", #"[["play", 1, 2, 3, 4, 5]]"#),
        Bad("a call of the other interface", #"{"event": "trackEvent", "param": {}}"#),
        Bad("another app", #"{"event": "init", "param": {"appid": "PAAAAAAAA-F2C1-4BC4-AB62-A7DAFDC51XXX"}}"#),
        Bad("65 levels", String(repeating: "[", count: 65) + String(repeating: "]", count: 65)),
        Bad("100,000 levels", String(repeating: #"{"a":"#, count: 100_000)),
        Bad("300 kB", #"{"event": "sendID3", "param": ""# + String(repeating: "x", count: 300_000) + #""}"#),
        Bad("no UTF-8", bytes: [0x7b, 0xff, 0xfe, 0x7d]),
        Bad("text that is cut off", bytes: Array(#"{"event": "stop", "param": ""#.utf8) + [0xe2, 0x82]),
    ]

    /// Every bad message gets the same words on both ways in, and the good one after it still counts.
    @Test func aBadMessageIsRefusedAndTheNextOneCounts() async throws {
        let site = try Site()
        let hearing = Refusals()
        var environment = Site.environment(clock: site.clock)
        environment.pings = NielsenRecordingPingSink()
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: environment, delegate: hearing)
        handler.receive(Self.appInfo)
        handler.receive(#"{"queue":[[5],[3,\#(Site.contentText)]]}"#)
        try await start(site)
        for (number, bad) in Self.bad.enumerated() {
            let answer = try await site.post(bad.body)
            #expect(answer.status == 422, "\(bad.testDescription)")
            let said = answer.json["refused"]?.arrayValue?.compactMap { $0.objectValue?["message"]?.stringValue } ?? []
            #expect(said.count == 1, "\(bad.testDescription)")
            #expect(said.allSatisfy { !$0.isEmpty && $0.utf8.count < 1_500 }, "\(bad.testDescription)")
            if let text = String(bytes: bad.body, encoding: .utf8) {
                handler.receive(text)
                #expect(hearing.texts.last == said.first, "\(bad.testDescription)")
            }
            handler.receive("[49, \(number)]")
            let good = try await site.post(Data("[49, \(number)]".utf8))
            #expect(good.status == 200 && good.json["refused"] == .array([]))
            site.clock.advance(by: .seconds(1))
        }
        let expected = JSONValue.int(Int64(Self.bad.count))
        let state = try site.state()
        #expect(state["credits"]?.arrayValue?.map { $0.objectValue?["seconds"] } == [expected])
        #expect(handler.api?.creditSummary.map { .object($0.json) } == state["credits"]?.arrayValue)
        #expect(state["errors"] == .array([]))
    }

    @Test func aBadCallOfAQueueIsNamedByItsPlace() async throws {
        let site = try Site()
        try await start(site)
        let answer = try await site.post(Data(#"{"queue":[[49,0],["fly"],[49,1],[49,"x"],[49,2]]}"#.utf8))
        #expect(answer.status == 422)
        let places = answer.json["refused"]?.arrayValue?.map { $0.objectValue?["index"] }
        #expect(places == [.int(1), .int(3)])
        site.clock.advance(by: .seconds(10))
        _ = try await site.post(Data("[49,12]".utf8))
        // 0, 1 and 2 in one moment are the half second that playheads may be late; 2 to 12 are ten seconds, where 12 would be
        // too far from 1. The nearest whole second of ten and a half is eleven.
        #expect(try site.state()["credits"]?.arrayValue?.map { $0.objectValue?["seconds"] } == [.int(11)])
    }

    @Test(arguments: [
        ("bridge/messages?page=a%20b", 400), ("bridge/messages?page=", 400), ("bridge/messages?number=0", 400),
        ("bridge/messages?number=x", 400), ("bridge/messages?number=99999999999999999999", 400),
        ("bridge/nielsen-bridge.js", 405), ("bridge/pages/none", 405), ("bridge/other", 404),
    ])
    func whatIsNotServedSaysSo(_ path: String, _ status: Int) async throws {
        let site = try Site()
        let answer = try await site.post(Data("[5]".utf8), path)
        #expect(answer.status == status)
        #expect(answer.json["error"]?.stringValue?.isEmpty == false)
        #expect(site.host.pageNames.isEmpty)
    }

    @Test func pagesOfOtherServersAreKeptOutAndThoseOfThisMachineMayReadTheAnswer() async throws {
        let site = try Site()
        let foreign = try await site.post(Data("[5]".utf8), origin: "https://example.com")
        #expect(foreign.status == 403 && site.host.pageNames.isEmpty)
        let local = try await site.post(Data("[5]".utf8), origin: "http://localhost:3000")
        #expect(local.status == 200)
        #expect(local.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    }

    // MARK: - Numbers

    private func send(_ site: Site, _ number: Int, _ queue: String) async throws -> JSONObject {
        try await site.post(Data(#"{"version":1,"queue":[\#(queue)]}"#.utf8), "bridge/messages?page=p&number=\(number)")
            .json
    }

    @Test func whatIsSentTwiceIsAppliedOnce() async throws {
        let site = try Site()
        let start = #"["init",{"appid":"PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"}],[5],[3,\#(Site.contentText)]"#
        #expect(try await send(site, 1, start)["next"] == .int(4))
        for (number, position) in [(4, 0), (5, 10), (6, 20)] {
            #expect(try await send(site, number, "[49,\(position)]")["skipped"] == .int(0))
            site.clock.advance(by: .seconds(10))
        }
        // The same again, with one call more, and with a bad one whose place is reported in what was sent.
        let again = try await send(site, 4, #"[49,0],[49,10],[49,20],["fly"],[49,30]"#)
        #expect(again["skipped"] == .int(3) && again["next"] == .int(9))
        #expect(again["refused"]?.arrayValue?.map { $0.objectValue?["index"] } == [.int(3)])
        let whole = try await send(site, 4, "[49,0],[49,10]")
        #expect(whole["skipped"] == .int(2) && whole["next"] == .int(9))
        site.clock.advance(by: .seconds(1))
        #expect(try await send(site, 9, "[57]")["next"] == .int(10))
        let state = try site.state()
        // Ten seconds three times, and one at 30.
        #expect(state["credits"]?.arrayValue?.map { $0.objectValue?["seconds"] } == [.int(31)])
        #expect(state["refused"]?.arrayValue?.count == 1)
    }

    @Test func aCallWithANumberIsAppliedOnce() async throws {
        let site = try Site()
        #expect(
            try await send(site, 1, #"["init",{"appid":"PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"}]"#)["next"] == .int(2)
        )
        // A call by itself, without a queue around it, that is sent again because its answer was lost.
        for skipped in 0..<2 {
            let answer = try await site.post(Data("[5]".utf8), "bridge/messages?page=p&number=2").json
            #expect(answer["skipped"] == .int(Int64(skipped)))
            #expect(answer["next"] == .int(3))
        }
        #expect(try site.state()["calls"]?.arrayValue?.count == 2)
    }

    @Test func whatCannotBeReadCountsAsOneCallAndIsRefusedOnce() async throws {
        let site = try Site()
        for (number, skipped) in [(1, 0), (1, 1), (2, 0)] {
            let answer = try await site.post(Data("play".utf8), "bridge/messages?page=p&number=\(number)").json
            #expect(answer["read"] == .bool(false))
            #expect(answer["skipped"] == .int(Int64(skipped)))
            #expect(answer["next"] == .int(Int64(number + 1)))
            #expect(answer["refused"]?.arrayValue?.count == 1 - skipped)
        }
        #expect(try site.state()["refused"]?.arrayValue?.count == 2)
    }

    /// Nobody knows which of them it was, so that the page sends them one by one.
    @Test func aMessageOfSeveralCallsThatCannotBeReadCountsForNoneOfThem() async throws {
        let site = try Site()
        for (count, next) in [(3, 1), (2, 1), (1, 2)] {
            let answer = try await site.post(Data("play".utf8), "bridge/messages?page=p&number=1&count=\(count)")
            #expect(answer.status == 422)
            #expect(answer.json["read"] == .bool(false))
            #expect(answer.json["skipped"] == .int(0))
            #expect(answer.json["next"] == .int(Int64(next)))
            #expect(answer.json["refused"]?.arrayValue?.count == 1)
        }
        // What is sent again is no refusal of its own.
        let state = try #require(site.host.state(of: "p"))
        #expect(state["refused"]?.arrayValue?.count == 1)
        #expect(state["next"] == .int(2))
    }

    @Test func aServerThatWasStartedAnewSaysThatItKnowsNothing() async throws {
        let site = try Site()
        #expect(try await send(site, 7, "[49,3]")["known"] == .bool(false))
        let start = #"["init",{"appid":"PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"}],[3,\#(Site.contentText)],[49,4]"#
        #expect(try await send(site, 8, start)["known"] == .bool(true))
        site.clock.advance(by: .seconds(1))
        // The playhead from before had no metadata, so it is not measured.
        #expect(try site.state()["credits"]?.arrayValue?.map { $0.objectValue?["seconds"] } == [.int(1)])
    }

    @Test func aPageThatMakesRoomEndsItsInstance() async throws {
        let site = try Site()
        try await start(site)
        _ = try await site.post(Data("[49, 0]".utf8))
        let before = try site.collector.count().pings
        for number in 0..<BridgeHost.maximumPages {
            _ = try await site.post(Data("[5]".utf8), "bridge/messages?page=p\(number)")
        }
        #expect(site.host.pageNames.count == BridgeHost.maximumPages)
        #expect(site.host.state(of: "default") == nil)
        // The end of the content, in each product.
        #expect(try site.collector.count().pings > before)
    }

    @Test func manyPagesAtOnceAreKeptApart() async throws {
        let site = try Site()
        let start = #"["init",{"appid":"PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"}],[3,\#(Site.contentText)]"#
        // In each second the pages that still play tell their playheads at once: page 0 plays one second, page 7 eight.
        for second in 0..<8 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for page in second..<8 {
                    let url = "bridge/messages?page=p\(page)&number="
                    group.addTask {
                        if second == 0 { _ = try await site.post(Data(#"{"queue":[\#(start)]}"#.utf8), url + "1") }
                        _ = try await site.post(Data(#"{"queue":[[49,\#(second)]]}"#.utf8), url + "\(second + 3)")
                    }
                }
                try await group.waitForAll()
            }
            site.clock.advance(by: .seconds(1))
        }
        for page in 0..<8 {
            let state = try #require(site.host.state(of: "p\(page)"))
            #expect(
                state["credits"]?.arrayValue?.map { $0.objectValue?["seconds"] } == [.int(Int64(page + 1))]
            )
        }
    }
}

/// Keeps what is refused.
private final class Refusals: NielsenAppSDKJSHandlerDelegate, Sendable {
    private let kept = Locked<[String]>([])
    var texts: [String] { kept.withLock { $0 } }

    func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {
        kept.withLock { $0.append(error.description) }
    }
}
