// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct BridgeHandlerTests {
    @Test func aPageIsMeasuredAsAnAppIs() throws {
        let bridge = BridgeBench()
        bridge.send([
            [5, ["channelName": "News"]] as [Any], ["event": 3, "param": Bench.content] as [String: Any],
            ["setPlayheadPosition", 0] as [Any], #"[49, "1"]"#, [55, Bench.id3] as [Any],
            ["staticstart", ["section": "Home", "segA": "a"]] as [Any], [7, 2] as [Any],
            [14, ["section": "News"]] as [Any], [15, Bench.content] as [Any], [49, 3] as [Any], ["staticEnd"],
            ["updateOTT", ["ottStatus": "0"]] as [Any], ["userOptOut", "nielsenappsdk://1"], [57, 4] as [Any],
        ])
        let native = try BridgeBench.native([
            { $0.play(["channelName": "News"]) }, { $0.loadMetadata(Bench.content) }, { $0.playheadPosition(0) },
            { $0.playheadPosition(1) }, { $0.sendID3(Bench.id3) }, { $0.loadMetadata(Bench.page) },
            {
                $0.playheadPosition(2)
                $0.stop()
            },
            {
                $0.staticEnd()
                $0.loadMetadata(["type": "static", "section": "News"])
            },
            { $0.loadMetadata(Bench.content) }, { $0.playheadPosition(3) }, { $0.staticEnd() },
            { $0.updateOTT(["ottStatus": "0"]) }, { $0.userOptOut("nielsenappsdk://1") },
            {
                $0.playheadPosition(4)
                $0.end()
            },
        ])
        #expect(native.count > 5)
        #expect(bridge.bench.sink.records == native)
        #expect(bridge.hearing.reasons.isEmpty)
        #expect(bridge.hearing.events == [2001])
    }

    /// 0 to 9 a second apart and a second before it, whatever the page adds to `stop` and `end`.
    @Test(arguments: ["stop", "end"], ["\"NaN\"", "null", "-1", "1e300", "\"late\"", "[]", "true", "10.4"])
    func whatEndsHappensWithoutItsPosition(_ event: String, _ position: String) {
        let bridge = BridgeBench()
        bridge.send([["play"] as [Any], ["loadMetadata", Bench.content]])
        bridge.send((0..<10).map { [49, $0] })
        bridge.send(["[\"\(event)\", \(position)]", [49, 11]] as [Any])
        #expect(bridge.handler.api?.creditSummary.map(\.seconds) == [10])
        #expect(bridge.handler.api?.creditSummary.map(\.ended) == [event == "end"])
        #expect(bridge.hearing.reasons.isEmpty)
    }

    /// JavaScript's numbers that are none, and dates, come through a web view as such.
    @Test func aMessageHoldsWhatAWebViewPasses() throws {
        let bridge = BridgeBench()
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        var metadata: [String: Any] = Bench.content
        (metadata["segA"], metadata["segB"]) = (date, Double.nan)
        bridge.send([["play"] as [Any], ["event": "loadMetadata", "param": metadata] as [String: Any]])
        bridge.send((0..<10).map { [49, $0] } + [["stop", Double.nan]] as [Any])
        #expect(bridge.handler.api?.creditSummary.map(\.seconds) == [10])
        #expect(bridge.bench.sink.records.last { $0.lane == .content }?.metadata["segA"] == "2023-11-14T22:13:20.000Z")
    }

    @Test func changedValuesAreSetOverTheLastOnes() throws {
        let bridge = BridgeBench()
        bridge.send(
            [["play"], ["loadMetadata", Bench.content], ["updateMetadata", ["title": "New"]], ["end", 5]] as [Any]
        )
        #expect(bridge.bench.sink.records.last?.metadata["title"] == "New")
        #expect(bridge.bench.sink.records.last?.metadata["program"] == "The Big Bang Theory")
    }

    /// The metadata of what is played at the end of some messages.
    private func metadata(after messages: [Any]) -> [String: String] {
        let bridge = BridgeBench()
        bridge.send([["play"] as [Any]] + messages + [[49, 1], [49, 2], ["end"]] as [Any])
        return bridge.bench.sink.records.last?.metadata ?? [:]
    }

    @Test func afterAnEndThereIsNothingThatValuesCouldBeSetOver() {
        let change = ["type": "content", "assetid": "vid345-67483", "title": "New"]
        let found = metadata(after: [["loadMetadata", Bench.content], ["end"], ["updateMetadata", change]] as [Any])
        #expect(found["title"] == "New")
        #expect(found["program"] == nil)
    }

    @Test func changedValuesAreSetOverThoseOfWhatIsPlayedAndNotOfAPage() {
        let page = ["type": "static", "section": "Home"]
        let found = metadata(
            after: [["loadMetadata", Bench.content], ["loadMetadata", page], ["updateMetadata", ["title": "New"]]]
                as [Any]
        )
        #expect(found["title"] == "New")
        #expect(found["program"] == "The Big Bang Theory")
        #expect(found["section"] == nil)
    }

    @Test func aSwitchToNoPageEndsThePage() throws {
        let bridge = BridgeBench()
        bridge.send([["staticStart", Bench.page], ["staticSwitch"]] as [Any])
        let native = try BridgeBench.native([{ $0.loadMetadata(Bench.page) }, { $0.staticEnd() }])
        #expect(!native.isEmpty)
        #expect(bridge.bench.sink.records == native)
    }

    @Test func theEventInterfaceIsThatOfTheTracker() throws {
        let event: [String: Any] = [
            "event": "playhead", "type": "content", "playheadPosition": "0", "metadata": ["content": Bench.content],
        ]
        let bridge = BridgeBench("trackEvent")
        bridge.send([event, ["event": "trackEvent", "param": event] as [String: Any], #"{"event": "complete"}"#])
        let bench = Bench()
        let tracker = try bench.makeTracker()
        for event in [event, event, ["event": "complete"]] {
            tracker.trackEvent(event)
            bench.clock.advance(by: .seconds(1))
        }
        #expect(bench.sink.records.count > 1)
        #expect(bridge.bench.sink.records == bench.sink.records)
        #expect(bridge.handler.tracker != nil && bridge.handler.api == nil)
    }

    @Test func onlyTheExactTextSelectsTheEventInterface() {
        for apiType in [nil, "", "ggPM", "TrackEvent", "x"] as [String?] {
            #expect(BridgeBench(apiType, initialized: false).handler.interface == .ggPM)
        }
        #expect(BridgeBench("trackEvent", initialized: false).handler.interface == .trackEvent)
    }

    @Test func callsOfTheOtherInterfaceAreRefused() {
        let classic = BridgeBench()
        classic.handler.receive(["event": "playhead"])
        #expect(classic.hearing.reasons == [.wrongInterface(.trackEvent, .ggPM)])
        let tracking = BridgeBench("trackEvent")
        tracking.handler.receive([5])
        #expect(tracking.hearing.reasons == [.wrongInterface(.play, .trackEvent)])
    }

    @Test func callsBeforeTheAppInformationAreKeptInOrder() throws {
        let bridge = BridgeBench(initialized: false)
        bridge.handler.receive([["play"], ["loadMetadata", Bench.content]] as [Any])
        bridge.handler.receive([49, 1] as [Any])
        bridge.handler.receive(["appInfo": ["sfcode": "dcr"]])
        #expect(bridge.bench.sink.records.isEmpty && bridge.handler.api == nil)
        bridge.handler.receive(["appInfo": Bench.appInfo, "event": "end"] as [String: Any])
        let reason = try #require(bridge.hearing.reasons.first)
        guard case .appInfoRefused(let error) = reason else {
            Issue.record("\(reason)")
            return
        }
        #expect(error.code == 1007)
        #expect(bridge.bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 []"])
    }

    @Test func whatDoesNotFitIsRefused() {
        let bridge = BridgeBench(initialized: false) { $0.maximumPendingCalls = 2 }
        for _ in 0..<3 { bridge.handler.receive(["play"]) }
        #expect(bridge.hearing.reasons == [.noRoom(2)])
    }

    @Test func aPageLoadedAnewGoesOnAndAnotherAppIdIsRefused() {
        let bridge = BridgeBench()
        bridge.handler.initialize(appInfo: Bench.appInfo)
        #expect(bridge.hearing.reasons.isEmpty)
        bridge.handler.receive(["appInfo": ["appid": "P2"]])
        #expect(bridge.hearing.reasons == [.alreadyInitialized])
        #expect(bridge.bench.sink.records.count == 1)
    }

    @Test func theDelegateMayCallBackAndOrderIsKept() {
        let bridge = BridgeBench(hearing: BridgeHearing { handler, _ in handler.receive(["end"]) })
        bridge.handler.receive([["play"], ["fly"], ["loadMetadata", Bench.content], [49, 1]] as [Any])
        #expect(bridge.bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 []"])
    }

    @Test func errorsOfTheSDKAreHeard() {
        let bridge = BridgeBench()
        bridge.send([["play"], ["loadMetadata", ["type": "content", "assetid": 5]], [49, -1]] as [Any])
        #expect(bridge.hearing.errors.contains(2) && bridge.hearing.errors.contains(15))
    }

    @Test func aPageOptsOutAndInAgainOnlyWhereTheAppAllowsIt() throws {
        for allowsOptIn in [false, true] {
            let bridge = BridgeBench(allowsOptIn: allowsOptIn)
            let app = try bridge.bench.makeApi()
            bridge.send([["userOptOut", "nielsenappsdk://1"]])
            #expect(app.optOutStatus)
            bridge.send([["userOptOut", "nielsenappsdk://0"]])
            #expect(app.optOutStatus == !allowsOptIn)
            #expect(bridge.hearing.reasons == (allowsOptIn ? [] : [.optInNotAllowed]))
        }
    }

    /// A frame of an advertisement has the same handler as the page.
    @Test(
        arguments: [
            ([], "https://a.example", true, true), ([], "https://a.example", false, false),
            (["https://a.example"], "https://a.example", true, true),
            (["https://A.example:443/"], "https://a.example", false, true),
            (["https://a.example"], "https://ads.example", false, false),
            (["https://a.example"], "https://ads.example", true, false),
            (["https://a.example"], "http://a.example", true, false),
            (["https://a.example"], "null", true, false), (["https://a.example"], "", true, false),
            (["https://a.example"], "https://a.example:8443", true, false),
        ] as [(Set<String>, String, Bool, Bool)]
    )
    func onlyTheMainFrameAndListedOriginsAreMeasured(
        _ origins: Set<String>,
        _ origin: String,
        _ isMainFrame: Bool,
        _ isMeasured: Bool
    ) {
        let bridge = BridgeBench(initialized: false, origins: origins)
        let message = ["event": "init", "param": Bench.appInfo] as [String: Any]
        bridge.handler.receive(message, from: origin, isMainFrame: isMainFrame)
        #expect((bridge.handler.api != nil) == isMeasured)
        #expect(bridge.hearing.reasons == (isMeasured ? [] : [.foreignFrame(origin)]))
    }

    @Test func reactNativeMessagesAreMessages() {
        let bridge = BridgeBench()
        bridge.handler.jsEventEmitter(nil, didReceiveScriptMessage: #"{"event": "fly"}"#)
        #expect(bridge.hearing.reasons == [.unknownEvent("\"fly\"")])
    }
}
