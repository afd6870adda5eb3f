// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// The same evening, by calls, by `trackEvent` and by hub events, gives the same pings: those that a reader can count.
struct TwoHoursTests {
    /// The evening by calls; every instance is alive until its pings were read.
    private func byCalls() async throws -> [NielsenPing] {
        let bench = EveningBench()
        let evening = try EveningOfCalls(bench)
        try await evening.play(TwoHours.script, bench.clock)
        #expect(evening.api.lastErrorDict == nil)
        return bench.pings.pings
    }

    private func byTrackEvent() async throws -> [NielsenPing] {
        let bench = EveningBench()
        let tracker = try NielsenEventTracker.make(appInfo: TwoHours.appInfo, environment: bench.environment)
        let evening = EveningOfEvents { tracker.trackEvent(JSONObject($0).anyDictionary) }
        try await evening.play(TwoHours.script, bench.clock)
        #expect(tracker.lastErrorDict == nil)
        return bench.pings.pings
    }

    private func byHubEvents() async throws -> [NielsenPing] {
        let bench = EveningBench()
        let hub = EventHub(options: .patient(), clock: bench.clock)
        let service = NielsenInstanceService(settings: .init(environment: bench.environment))
        try service.register(with: hub)
        await hub.start()
        func ask(_ name: String, _ data: JSONObject) async throws -> JSONObject {
            let event = try Event(
                name: name,
                type: NielsenInstanceEvent.type,
                source: NielsenInstanceEvent.source,
                data: data
            )
            let answer = try #require(await hub.request(event).response?.data)
            #expect(answer["code"] == 5001)
            return answer
        }
        let info = JSONObject(TwoHours.appInfo.mapValues(JSONValue.string))
        let answer = try await ask("InstantiateSDKWithLocalConfigEvent", ["data": .object(info)])
        let identifier = try #require(answer["identifier"])
        let evening = EveningOfEvents { event in
            _ = try await ask("TrackSDKEvent", ["identifier": identifier, "data": .object(JSONObject(event))])
        }
        try await evening.play(TwoHours.script, bench.clock)
        return bench.pings.pings
    }

    // MARK: - Counting

    /// Credited minutes of a product, by the value of a parameter.
    private func minutes(_ pings: [NielsenPing], _ product: NielsenProduct, by name: String) -> [String: Int] {
        var minutes: [String: Int] = [:]
        for ping in pings where ping.product == product {
            minutes[PingReading(ping)[name], default: 0] += ping.creditedSegments
        }
        return minutes
    }

    @Test func theMinutesAreThoseOfTheTable() async throws {
        let pings = try await byCalls()
        #expect(minutes(pings, .dcrVideo, by: "ai") == TwoHours.minutesOfVideos)
        #expect(minutes(pings, .dcrStatic, by: "asn") == TwoHours.minutesOfPages)
        #expect(minutes(pings, .dtvr, by: "ca") == TwoHours.minutesOfWatermarks)
        // The film: a view, a duration ping for each five minutes, and the end with nothing left to credit.
        let film = pings.filter { $0.product == .dcrVideo && $0.assetid == "vid345-67483" }
        #expect(film.map { PingReading($0)["davty"] } == ["0"] + Array(repeating: "1", count: 24) + ["2"])
        // Seconds are reported as they were played: 7200, and 600 once more.
        #expect(film.compactMap { Int(PingReading($0)["c27"].dropFirst(4)) }.reduce(0, +) == 7800)
        #expect(film.last.map { PingReading($0)["c51"] } == "adl,210")
        #expect(film.last.map { PingReading($0)["c52"] } == "noad,5")
        // Eight quarters of an hour for each identifier.
        #expect(pings.filter { $0.cadence == .quarterHour }.count == 16)
        // Each page and each ad has a view and an end.
        #expect(pings.filter { $0.product == .dcrStatic && PingReading($0)["davty"] == "0" }.count == 10)
        #expect(pings.filter { $0.product == .dcrStatic && PingReading($0)["davty"] == "2" }.count == 10)
        #expect(pings.filter { $0.lane == .ad && PingReading($0)["davty"] == "2" }.count == 6)
    }

    @Test func trackEventMakesTheSamePings() async throws {
        let calls = try await byCalls()
        let events = try await byTrackEvent()
        #expect(calls.count > 100)
        #expect(events.count == calls.count)
        #expect(zip(events, calls).first { $0 != $1 }.map { [$0.url, $1.url] } == nil)
    }

    @Test func hubEventsMakeTheSamePings() async throws {
        let calls = try await byCalls()
        let events = try await byHubEvents()
        #expect(events.count == calls.count)
        #expect(zip(events, calls).first { $0 != $1 }.map { [$0.url, $1.url] } == nil)
    }
}
