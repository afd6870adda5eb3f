// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Dates on the wire, and what ends with the day, with the session, with the first-party id.
struct PingDateTests {
    private let bench = PingBench()

    private func zone(_ hours: Int) -> TimeZone { TimeZone(secondsFromGMT: hours * 3600) ?? .gmt }

    /// The clock starts on Tuesday, 2023-11-14, at 22:13:20 UTC.
    @Test(arguments: [
        (0, "20231114 16 tue"), (2, "20231115 18 wed"), (-10, "20231114 06 tue"), (14, "20231115 06 wed"),
    ])
    func datesAreThoseOfTheDevice(_ hours: Int, _ told: String) throws {
        bench.device.timeZone = zone(hours)
        try bench.makeApi().loadMetadata(["type": "static", "section": "Home"])
        let ping = try #require(bench.read(.dcrStatic).first)
        #expect("\(ping["dd"]) \(ping["hrd"]) \(ping["wkd"])" == told)
        #expect(ping["c61"] == "createtm,1700000000")
    }

    @Test func aPeriodTellsOfTheTimeOfItsLastCreditedSecond() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<40)
        api.stop()
        bench.clock.advance(by: .seconds(1_000))
        api.end()
        #expect(bench.read(.dcrVideo).map { $0["c61"] } == ["createtm,1700000000", "createtm,1700000040"])
    }

    /// The day ends 6,400 s after the start.
    @Test func aPeriodThatCrossesMidnightIsClosedThere() throws {
        bench.clock.advance(by: .seconds(6_300))
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<180)
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["davty"]) \($0["c27"]) \($0["dd"]) \($0["hrd"]) \($0["c61"])" }
        #expect(
            told == [
                "0 cln,0 20231114 17 createtm,1700006300", "1 cln,100 20231114 17 createtm,1700006399",
                "2 cln,80 20231115 18 createtm,1700006480",
            ]
        )
        #expect(api.creditSummary.map(\.seconds) == [180])
        #expect(bench.read(.dcrVideo).map(\.ping.creditedSegments) == [0, 2, 1])
    }

    // MARK: - Sessions

    private var sessions: [String] { bench.read(.session).map { $0["sessionId"] } }

    @Test func aSessionEndsAfterADay() throws {
        bench.configuration.thresholds.sessionMaximumSeconds = 600
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<700)
        api.end()
        #expect(sessions.count == 2)
        let views = bench.read(.dcrVideo)
        #expect(views.filter { $0["davty"] == "2" }.map { $0["sessionId"] } == sessions)
        let told = views.compactMap { Int($0["c27"].dropFirst(4)) }.reduce(0, +)
        #expect(told == api.creditSummary.reduce(0) { $0 + $1.seconds })
        #expect((699...700).contains(told))
    }

    @Test func theFirstPartyIdEndsInARunningInstance() throws {
        bench.configuration.thresholds.firstPartyIdDays = 1
        bench.configuration.thresholds.staticMaximumSeconds = 200_000
        let api = try bench.makeApi()
        let first = api.firstPartyId
        api.loadMetadata(["type": "static", "section": "Home"])
        bench.clock.advance(by: .seconds(86_000))
        #expect(api.firstPartyId == first)
        bench.clock.advance(by: .seconds(500))
        #expect(api.firstPartyId != first)
        let pings = bench.read(.dcrStatic)
        #expect(Set(pings.map { $0["fp_id"] }) == [first, api.firstPartyId])
        #expect(pings.filter { $0["fp_id"] == first }.last?["davty"] == "2")
        #expect(sessions.count == 2)
    }
}
