// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Station requests, for configurations that make them.
struct StationTests {
    private let bench = PingBench()
    private let sink = AnsweringSink()

    private func makeApi() throws -> NielsenAppApi {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "defaults": {"nol_stationId": "none"},
             "keyMap": {"nol_provider": "(provider)"},
             "templates": {
               "station": {"url": "http://127.0.0.1:9/stn", "parameters": ["provider=[nol_provider]"]},
               "video": {"url": "http://127.0.0.1:9/gn", "parameters": ["c17=stnid%2C[(nol_stationId)]"]}
             },
             "products": [
               {"product": "station", "types": ["radio"],
                "processors": [{"cadence": "impression", "template": "station"}]},
               {"product": "dcrVideo", "processors": [
                 {"cadence": "impression", "template": "video"}, {"cadence": "interval", "template": "video"}]}
             ]}
            """
        bench.configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
        var environment = bench.environment
        environment.pings = sink
        return try NielsenAppApi.make(appInfo: PingBench.appInfo, delegate: bench.hearing, environment: environment)
    }

    private var told: [String] {
        sink.pings.filter { $0.product == .dcrVideo }.map { PingReading($0)["c17"] }
    }

    private func play(_ api: NielsenAppApi, answering body: String) {
        api.play()
        api.loadMetadata(["type": "radio", "assetid": "a", "provider": "p&q"])
        bench.play(api, 0..<2)
        sink.answer(body)
        api.end()
    }

    @Test func theStationIsToldInLaterPingsOfTheStream() throws {
        let api = try makeApi()
        play(api, answering: #"{"stationId": "K 12"}"#)
        #expect(sink.questions.map { PingReading($0)["provider"] } == ["p&q"])
        // At the view nothing is known yet; the stop is over with the stream.
        #expect(told == ["stnid,none", "stnid,K 12"])
        play(api, answering: #"{"stationId": 7}"#)
        #expect(told == ["stnid,none", "stnid,K 12", "stnid,none", "stnid,7"])
    }

    /// What a station is called has at most 256 bytes; nobody puts an answer of any size into addresses.
    @Test func aStationsIdentifierHasItsLimit() throws {
        let api = try makeApi()
        let longest = String(repeating: "é", count: 128)
        play(api, answering: "{\"stationId\": \"\(longest)\"}")
        #expect(told == ["stnid,none", "stnid,\(longest)"])
        #expect(bench.hearing.errors.isEmpty)
        play(api, answering: "{\"stationId\": \"\(longest)x\"}")
        #expect(told.last == "stnid,none")
        #expect(bench.hearing.errors.last == 12)
    }

    @Test func otherContentAsksForNoStation() throws {
        let api = try makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<2)
        #expect(sink.questions.isEmpty)
    }

    @Test(arguments: ["{}", #"{"stationId": ""}"#, #"{"stationId": [1]}"#, "nothing"])
    func anAnswerThatCannotBeReadIsError12(_ body: String) throws {
        let api = try makeApi()
        play(api, answering: body)
        #expect(bench.hearing.errors.last == 12)
        #expect(told == ["stnid,none", "stnid,none"])
    }
}
