// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import TestSupport
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

    /// A sparse file beyond every limit, which would fill the memory if it were read.
    @Test func aFileOfThreeGigabytesIsError4AndIsNotRead() throws {
        let folder = try TemporaryFolder()
        try FileHandle(forWritingTo: folder.write("{", to: "PX.json")).truncate(atOffset: 3 << 30)
        bench.source = NielsenConfigurationSource(baseURL: folder.url)
        let api = try bench.makeApi(["appid": "PX"])
        #expect(bench.hearing.errors == [4])
        #expect(api.state == .disabled)
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
        #expect(bench.dcr() == ["vid345-67483 4_00_99_V1_00000 view 0", "vid345-67483 4_00_99_D1_10000 timer 2"])
        #expect(bench.pings.pings.map(\.createdAt) == [0, 0, 31].map { (1_700_000_000 + $0) * 1000 })
        #expect(api.state == .idle)
        #expect(server.requests.map(\.url.path) == ["/sdk/P00000000-0000-0000-0000-000000000001.json"])
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
        let folder = try TemporaryFolder()
        try useServer(cache: folder.url)
        let api = try bench.makeApi(info)
        play(api)
        #expect(bench.dcr().isEmpty)
        server.fail(.connection("no route"))
        #expect(bench.hearing.errors == [4])
        #expect(bench.hearing.events == [2001])
        #expect(bench.dcr() == ["vid345-67483 4_00_99_V1_00000 view 0", "vid345-67483 4_00_99_D1_10000 timer 2"])
        // What comes later changes nothing of what was measured.
        bench.clock.advance(by: .seconds(1))
        server.answer(200, text)
        #expect(bench.hearing.events == [2001])
        let next = try bench.makeApi(info)
        #expect(next.state == .idle)
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

    @Test func theCacheStartsAtOnceAndTheServerIsAskedWithItsValidators() throws {
        let folder = try TemporaryFolder()
        try useServer(cache: folder.url)
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

    @Test func plainHTTPToOtherMachinesHasToBeAllowed() throws {
        let source = NielsenConfigurationSource(baseURL: try #require(URL(string: "http://collector.example/")))
        #expect(!source.allowsInsecure)
    }
}
