// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct ConfigurationSourceTests {
    private let bench = PingBench()
    private let server = StubServer()
    private let text: String
    private let info = PingBench.appInfo.merging(["appid": "P00000000-0000-0000-0000-000000000001"]) { $1 }

    init() throws {
        text = try String(decoding: Data(contentsOf: ConfigurationFileTests.sample), as: UTF8.self)
    }

    private func useServer(cache: URL? = nil, attempts: Int? = nil) throws {
        bench.source = NielsenConfigurationSource(
            baseURL: try #require(URL(string: "http://127.0.0.1:8642/sdk")),
            cacheFolder: cache,
            client: server,
            backoff: RetryBackoff(initial: .seconds(1), jitter: 0, maximumAttempts: attempts)
        )
    }

    private func play(_ api: NielsenAppApi) {
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<31)
        api.end()
    }

    @Test func aFileIsThereAtOnce() throws {
        bench.source = NielsenConfigurationSource(baseURL: ConfigurationFileTests.sample.deletingLastPathComponent())
        let api = try bench.makeApi(info)
        #expect(api.state == .idle)
        #expect(bench.hearing.events == [2001])
        play(api)
        #expect(bench.minutes(.dcrVideo) == ["vid345-67483 1"])
    }

    @Test func withoutAFileTheInstanceIsDisabledWithError4() throws {
        bench.source = NielsenConfigurationSource(baseURL: ConfigurationFileTests.sample.deletingLastPathComponent())
        let api = try bench.makeApi(["appid": "P-none"])
        #expect(bench.hearing.errors == [4])
        #expect(bench.hearing.texts.first?.contains("/P-none.json: there is no such file; put ") == true)
        #expect(bench.hearing.events.isEmpty)
        #expect(api.state == .disabled)
        play(api)
        #expect(bench.pings.pings.isEmpty)
    }

    @Test(arguments: ["../secret", "a/b", ".hidden", "a b", "ä"])
    func anAppIdThatLeadsElsewhereIsError4(_ appid: String) throws {
        bench.source = NielsenConfigurationSource(baseURL: ConfigurationFileTests.sample.deletingLastPathComponent())
        _ = try bench.makeApi(["appid": appid])
        #expect(bench.hearing.errors == [4])
    }

    @Test func callsBeforeTheConfigurationAreKeptAndMeasuredWithTheirTimes() throws {
        try useServer()
        let api = try bench.makeApi(info)
        #expect(api.state == .initial)
        play(api)
        #expect(bench.hearing.events.isEmpty)
        #expect(bench.pings.pings.isEmpty)
        #expect(bench.records.records.isEmpty)
        bench.clock.advance(by: .seconds(100))
        server.answer(200, text)
        #expect(bench.hearing.events == [2001])
        #expect(bench.dcr() == ["vid345-67483 4_00_99_V0_0 view 0", "vid345-67483 4_00_99_D1_60 timer 2"])
        #expect(bench.pings.pings.map(\.createdAt) == [0, 0, 31].map { (1_700_000_000 + $0) * 1000 })
        #expect(api.state == .idle)
        #expect(server.requests.map(\.url.path) == ["/sdk/P00000000-0000-0000-0000-000000000001.json"])
    }

    @Test func eventsBeforeTheConfigurationAreKeptToo() throws {
        try useServer()
        let tracker = try bench.makeTracker(info)
        tracker.trackEvent([
            "event": "playhead", "type": "content", "metadata": ["content": PingBench.content], "playheadPosition": "5",
        ])
        withExtendedLifetime(tracker) { server.answer(200, text) }
        #expect(bench.dcr() == ["vid345-67483 4_00_99_V0_0 view 0"])
    }

    @Test func aServerThatFailsIsAskedAgain() throws {
        try useServer()
        let api = try bench.makeApi(info)
        server.answer(503)
        #expect(bench.hearing.errors == [4])
        bench.clock.advance(by: .seconds(1))
        server.answer(200, "{")
        #expect(bench.hearing.errors == [4, 5])
        bench.clock.advance(by: .seconds(2))
        // A 304 is no answer to a question without a condition.
        server.answer(304)
        #expect(bench.hearing.errors == [4, 5, 4])
        #expect(api.state == .initial)
        bench.clock.advance(by: .seconds(4))
        server.answer(200, text)
        #expect(bench.hearing.events == [2001])
        #expect(api.state == .idle)
        #expect(server.requests.count == 4)
    }

    @Test func withoutANetworkWhatIsWatchedIsMeasuredWithTheBundledConfiguration() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try useServer(cache: folder)
        let api = try bench.makeApi(info)
        play(api)
        #expect(bench.dcr().isEmpty)
        server.fail(.connection("no route"))
        #expect(bench.hearing.errors == [4])
        #expect(bench.hearing.events == [2001])
        #expect(bench.dcr() == ["vid345-67483 4_00_99_V0_0 view 0", "vid345-67483 4_00_99_D1_60 timer 2"])
        // What comes later changes nothing of what was measured.
        bench.clock.advance(by: .seconds(1))
        server.answer(200, text)
        #expect(bench.hearing.events == [2001])
        let next = try bench.makeApi(info)
        #expect(next.state == .idle)
    }

    @Test func theKeptFileOfABaseThatHasMovedIsFoundAndAskedForWithoutItsValidators() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try useServer(cache: folder)
        let first = try bench.makeApi(info)
        withExtendedLifetime(first) { server.answer(200, text, ["ETag": "\"1\""]) }
        bench.source = NielsenConfigurationSource(
            baseURL: try #require(URL(string: "http://127.0.0.1:9/moved/")),
            cacheFolder: folder,
            client: server
        )
        let moved = try bench.makeApi(info)
        #expect(moved.state == .idle)
        #expect(server.requests.last?.headers["If-None-Match"] == nil)
        withExtendedLifetime(moved) { server.answer(200, text) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    /// Earlier versions named the files after their address, so that a base that moved had its own.
    @Test func aFileOfAnEarlierVersionAndAnotherBaseIsFoundAndRemoved() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, appid) in [info["appid"] ?? "", "P-other"].enumerated() {
            let object: JSONObject = [
                "url": .string("http://127.0.0.1:1/before/\(appid).json"), "text": .string(text), "etag": "\"1\"",
            ]
            let file = folder.appendingPathComponent("sdk-\(number)aaaa.json")
            try JSONValue.object(object).jsonData().write(to: file)
        }
        try useServer(cache: folder)
        let api = try bench.makeApi(info)
        #expect(api.state == .idle)
        #expect(server.requests.last?.headers["If-None-Match"] == nil)
        withExtendedLifetime(api) { server.answer(200, text) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.count == 2)
        #expect(left.contains("sdk-1aaaa.json"))
        #expect(try bench.makeApi(info).state == .idle)
    }

    // MARK: - A running instance

    /// A configuration that ages in two minutes and marks its pings.
    private func aging(_ mark: String) -> String {
        """
        {"schema": "launch-hub.sdk-configuration", "version": 1, "maximumAge": 120,
         "thresholds": {"creditValue": \(mark == "one" ? 30 : 10)},
         "products": [
           {"product": "dcrVideo", "types": ["content", "preroll"],
            "processors": [{"cadence": "impression", "template": "t", "prefix": "V", "at": "view"},
                           {"cadence": "interval", "template": "t", "prefix": "D", "at": "timer"}]},
           {"product": "dcrStatic", "types": ["static"],
            "processors": [{"cadence": "impression", "template": "t", "prefix": "V", "at": "view"},
                           {"cadence": "interval", "template": "t", "prefix": "D", "at": "timer"}]}],
         "templates": {"t": {"url": "http://127.0.0.1:1/\(mark)",
                             "parameters": ["ai=[nol_assetid]", "p=[nol_prefix]", "d=[nol_duration]", "n=[nol_adCount]"]}},
         "keyMap": {"nol_assetid": "assetid"}}
        """
    }

    /// Which configuration each ping was made with, about what, and what it credits: `one a V 0`.
    private var marks: [String] {
        bench.pings.pings.map { ping in
            let mark = ping.url.split(separator: "/").last?.split(separator: "?").first ?? ""
            let reading = PingReading(ping)
            return "\(mark) \(reading["ai"]) \(reading["p"]) \(reading["d"])"
        }
    }

    private func asset(_ name: String) -> [String: String] { PingBench.content.merging(["assetid": name]) { $1 } }

    private func makeAging() throws -> NielsenAppApi {
        try useServer()
        let api = try bench.makeApi(info)
        server.answer(200, aging("one"))
        return api
    }

    @Test func aNewerConfigurationIsAskedForWithTheFirstCallAfterItsAgeAndNotBefore() throws {
        let api = try makeAging()
        api.loadMetadata(asset("a"))
        bench.play(api, 0..<119)
        #expect(server.requests.count == 1)
        bench.play(api, 119..<200)
        #expect(server.requests.count == 2)
        api.end()
    }

    /// Twenty seconds credit a minute with the newer configuration and not with the older one.
    @Test func aViewKeepsItsConfigurationAndTheNextOneHasTheNewer() throws {
        let api = try makeAging()
        api.play()
        api.loadMetadata(asset("a"))
        bench.play(api, 0..<140)
        server.answer(200, aging("two"))
        bench.play(api, 140..<200)
        #expect(marks == ["one a V 0"])
        api.end()
        #expect(marks == ["one a V 0", "one a D 180"])
        api.play()
        api.loadMetadata(asset("b"))
        bench.play(api, 0..<20)
        api.end()
        #expect(Array(marks.dropFirst(2)) == ["two b V 0", "two b D 60"])
        #expect(api.creditSummary.map(\.segments) == [[0, 1, 2], [0]])
    }

    @Test func oneAssetAfterTheOtherWithoutAnEndHasAPlaceInBetween() throws {
        let api = try makeAging()
        api.play()
        api.loadMetadata(asset("a"))
        bench.play(api, 0..<130)
        server.answer(200, aging("two"))
        api.loadMetadata(asset("b"))
        bench.play(api, 0..<20)
        api.end()
        #expect(marks == ["one a V 0", "one a D 120", "two b V 0", "two b D 60"])
    }

    @Test func eventsHaveAPlaceInBetweenToo() throws {
        try useServer()
        let tracker = try bench.makeTracker(info)
        server.answer(200, aging("one"))
        func play(_ name: String, _ positions: Range<Int>) {
            for position in positions {
                tracker.trackEvent([
                    "event": "playhead", "type": "content", "metadata": ["content": asset(name)],
                    "playheadPosition": "\(position)",
                ])
                bench.clock.advance(by: .seconds(1))
            }
        }
        play("a", 0..<130)
        server.answer(200, aging("two"))
        play("b", 0..<20)
        tracker.trackEvent(["event": "complete", "type": "content", "metadata": ["content": asset("b")]])
        #expect(marks == ["one a V 0", "one a D 120", "two b V 0", "two b D 60"])
    }

    @Test func aPageThatFollowsAPageHasAPlaceInBetween() throws {
        let api = try makeAging()
        func page(_ name: String) -> [String: String] { ["type": "static", "section": name, "assetid": name] }
        api.loadMetadata(page("a"))
        bench.clock.advance(by: .seconds(130))
        api.updateOTT(["ottStatus": "0"])
        server.answer(200, aging("two"))
        #expect(marks == ["one a V 0"])
        api.loadMetadata(page("b"))
        bench.clock.advance(by: .seconds(20))
        api.staticEnd()
        #expect(marks == ["one a V 0", "one a D 120", "two b V 0", "two b D 60"])
    }

    @Test func whatIsConfirmedAgesAnewAndWhatCannotBeReadReplacesNothing() throws {
        let api = try makeAging()
        for answer in ["equal", "bad", "equal again"] {
            bench.clock.advance(by: .seconds(121))
            let before = server.requests.count
            api.updateOTT(["ottStatus": "0"])
            #expect(server.requests.count == before + 1, "\(answer)")
            switch answer {
            case "bad": server.answer(200, "{")
            default: server.answer(200, aging("one"))
            }
            // A bad one is asked for again by itself, until it is good.
            guard answer == "bad" else { continue }
            bench.clock.advance(by: .seconds(1))
            server.answer(200, aging("one"))
        }
        #expect(bench.hearing.errors == [5])
        play(api)
        #expect(Set(marks.map { $0.prefix(3) }) == ["one"])
        #expect(bench.hearing.events == [2001])
    }

    @Test func whatComesAfterTheBundledOneIsInForceBetweenTwoViews() throws {
        try useServer()
        let api = try bench.makeApi(info)
        server.fail(.connection("no route"))
        play(api)
        bench.clock.advance(by: .seconds(1))
        server.answer(200, aging("two"))
        let count = marks.count
        play(api)
        #expect(marks.dropFirst(count).allSatisfy { $0.hasPrefix("two ") })
        #expect(marks.count == count + 2)
    }

    @Test func aServerThatSaysWhenIsNotAskedEarlier() throws {
        try useServer()
        let api = try bench.makeApi(info)
        server.answer(503, "", ["Retry-After": "20"])
        bench.clock.advance(by: .seconds(19))
        #expect(server.requests.count == 1)
        bench.clock.advance(by: .seconds(1))
        #expect(server.requests.count == 2)
        server.answer(200, text)
        #expect(api.state == .idle)
    }

    @Test func theSameFailureIsToldOnce() throws {
        try useServer()
        let api = try bench.makeApi(info)
        for seconds in [1, 2, 4, 8] {
            server.answer(503)
            bench.clock.advance(by: .seconds(seconds))
        }
        #expect(server.requests.count == 5)
        #expect(bench.hearing.errors == [4])
        server.answer(200, "{")
        bench.clock.advance(by: .seconds(16))
        server.answer(503)
        #expect(bench.hearing.errors == [4, 5, 4])
        #expect(api.state == .initial)
    }

    @Test func afterTheLastTryEnablingAsksOnceMore() throws {
        try useServer(attempts: 1)
        let api = try bench.makeApi(info)
        play(api)
        server.answer(404)
        #expect(bench.hearing.errors == [4])
        #expect(api.state == .disabled)
        #expect(api.appDisableApi)
        play(api)
        api.appDisableApi = false
        #expect(server.requests.count == 2)
        server.answer(200, text)
        #expect(bench.hearing.events == [2001])
        #expect(api.state == .idle)
        // What came before is not resumed.
        #expect(bench.dcr().isEmpty)
        play(api)
        #expect(bench.dcr().count == 2)
    }

    @Test func theCacheStartsAtOnceAndTheServerIsAskedWithItsValidators() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try useServer(cache: folder)
        let first = try bench.makeApi(info)
        server.answer(200, text, ["ETag": "\"1\""])
        #expect(first.state == .idle)
        #expect(bench.hearing.events == [2001])
        let second = try bench.makeApi(info)
        #expect(second.state == .idle)
        #expect(server.requests.last?.headers["If-None-Match"] == "\"1\"")
        // A bad file replaces nothing, and one that comes after the start is for the next start.
        server.answer(200, #"{"schema": "launch-hub.sdk-configuration", "version": 1, "thresholds": 5}"#)
        #expect(second.state == .idle)
        #expect(bench.hearing.errors == [5])
        let told = second.lastErrorDict?["errorDescription"] as? String
        #expect(told?.contains("thresholds") == true && told?.contains("stays in force") == true)
        let third = try bench.makeApi(info)
        #expect(third.state == .idle)
        // Without a network the kept file is what it is there for.
        server.fail(.connection("no route"))
        #expect(bench.hearing.errors == [5])
    }

    @Test func aChoiceIsKeptAtOnce() throws {
        try useServer()
        let api = try bench.makeApi(info)
        #expect(api.userOptOut("nielsenappsdk://1"))
        #expect(api.optOutStatus)
        #expect(bench.store.value(forKey: "nielsen.optOut") == true)
        play(api)
        withExtendedLifetime(api) { server.answer(200, text) }
        #expect(bench.read(.dcrVideo).map { $0["uoo"] } == ["true", "true"])
    }

    @Test func switchingOffBeforeTheConfigurationHolds() throws {
        try useServer()
        let api = try bench.makeApi(info)
        api.appDisableApi = true
        #expect(api.appDisableApi)
        play(api)
        server.answer(200, text)
        #expect(api.state == .disabled)
        #expect(bench.dcr().isEmpty)
    }

    @Test func tooManyCallsAreDroppedAndSaidSo() throws {
        try useServer()
        bench.configuration.maximumPendingCalls = 3
        let api = try bench.makeApi(info)
        play(api)
        withExtendedLifetime(api) { server.answer(200, text) }
        #expect(bench.dcr() == ["vid345-67483 4_00_99_V0_0 view 0"])
        #expect(bench.lines.records.contains { $0.message.contains("31 calls were dropped") })
    }

    @Test func anInstanceThatGoesAwayAsksNoMore() throws {
        try useServer()
        var api: NielsenAppApi? = try bench.makeApi(info)
        server.answer(503)
        #expect(api != nil)
        api = nil
        bench.clock.advance(by: .seconds(60))
        #expect(server.requests.count == 1)
        #expect(bench.hearing.events == [2002])
    }

    @Test func plainHTTPToOtherMachinesHasToBeAllowed() throws {
        let source = NielsenConfigurationSource(baseURL: try #require(URL(string: "http://collector.example/")))
        #expect(!source.allowsInsecure)
    }
}
