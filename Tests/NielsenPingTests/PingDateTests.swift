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
    @Test(arguments: [(0, "20231114 22 2"), (2, "20231115 0 3"), (-10, "20231114 12 2"), (14, "20231115 12 3")])
    func datesAreThoseOfTheDevice(_ hours: Int, _ told: String) throws {
        bench.device.timeZone = zone(hours)
        try bench.makeApi().loadMetadata(["type": "static", "section": "Home"])
        let ping = try #require(bench.read(.dcrStatic).first)
        #expect("\(ping["dd"]) \(ping["hrd"]) \(ping["wkd"])" == told)
        #expect(ping["c61"] == "createtm,1700000000")
    }

    /// In New York the clock was set forward on 2024-03-10 at 07:00 UTC: after 01:20 comes, an hour later, 03:20.
    @Test func clocksThatAreSetAreFollowed() throws {
        bench.device.timeZone = try #require(TimeZone(identifier: "America/New_York"))
        bench.clock.advance(by: .seconds(1_710_054_000 - 1_700_000_000 - 2_400))
        let api = try bench.makeApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        bench.clock.advance(by: .seconds(3_600))
        api.staticEnd()
        let pings = bench.read(.dcrStatic)
        #expect([pings.first?["hrd"], pings.last?["hrd"]] == ["1", "3"])
        #expect(Set(pings.map { "\($0["dd"]) \($0["wkd"])" }) == ["20240310 7"])
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
                "0 cln,0 20231114 23 createtm,1700006300", "1 cln,100 20231114 23 createtm,1700006399",
                "2 cln,80 20231115 0 createtm,1700006480",
            ]
        )
        #expect(api.creditSummary.map(\.seconds) == [180])
        #expect(bench.read(.dcrVideo).map(\.ping.creditedSegments) == [0, 2, 1])
    }

    /// Each period is reported when it happens, with its own seconds, although nobody looks at the page's clock
    /// meanwhile.
    @Test func thePeriodsOfAPageAreToldOneByOne() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        bench.clock.advance(by: .seconds(1_300))
        #expect(bench.read(.dcrStatic).count == 5)
        api.staticEnd()
        let pings = bench.read(.dcrStatic)
        #expect(pings.map { $0["c27"] } == ["cln,0", "cln,300", "cln,300", "cln,300", "cln,300", "cln,100"])
        #expect(pings.map { $0["c61"].suffix(4) } == ["0000", "0300", "0600", "0900", "1200", "1300"])
        #expect(Set(pings.map(\.ping.url)).count == 6)
    }

    /// A device that slept has no timers: what was due meanwhile happens at the next call, each at its time.
    @Test func whatWasDueWhileTheDeviceSleptHappensInItsOrder() throws {
        bench.configuration.thresholds.sessionMaximumSeconds = 4_000
        let clock = SleepingClock(bench.clock)
        var environment = bench.environment
        environment.clock = clock
        let api = try NielsenAppApi.make(appInfo: PingBench.appInfo, environment: environment)
        api.loadMetadata(["type": "static", "section": "Home"])
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<40)
        // The view is over after 1,800 s, the session after 4,000, the day after 6,400.
        bench.clock.advance(by: .seconds(9_000))
        api.staticEnd()
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["davty"]) \($0["c27"]) \($0["dd"])" }
        #expect(told == ["0 cln,0 20231114", "2 cln,40 20231114"])
        let pages = bench.read(.dcrStatic)
        #expect(pages.compactMap { Int($0["c27"].dropFirst(4)) }.reduce(0, +) == 9_040)
        #expect(pages.filter { $0["davty"] == "2" }.map { $0["c61"] }.count == 3)
        #expect(pages.allSatisfy { ($0["dd"] == "20231115") == ($0["c61"].dropFirst(9) >= "1700006400") })
        #expect(sessions.count == 3)
    }

    @Test func aPageIsClosedAtMidnightWithoutACall() throws {
        bench.clock.advance(by: .seconds(6_300))
        let api = try bench.makeApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        bench.clock.advance(by: .seconds(150))
        #expect(bench.read(.dcrStatic).map { "\($0["c27"]) \($0["dd"])" } == ["cln,0 20231114", "cln,100 20231114"])
        api.staticEnd()
        #expect(bench.read(.dcrStatic).last.map { "\($0["c27"]) \($0["dd"])" } == "cln,50 20231115")
    }

    // MARK: - Sessions

    private var sessions: [String] { bench.read(.session).map { $0["sessionId"] } }

    @Test func aSessionEndsAfterHalfAnHourWithoutPlayback() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<10)
        api.stop()
        bench.clock.advance(by: .seconds(1_700))
        api.loadMetadata(PingBench.content)
        bench.play(api, 10..<20)
        #expect(sessions.count == 1)
        api.stop()
        bench.clock.advance(by: .seconds(1_900))
        api.loadMetadata(PingBench.content)
        bench.play(api, 20..<30)
        api.end()
        #expect(sessions.count == 2)
        #expect(Set(sessions).count == 2)
        let views = bench.read(.dcrVideo)
        #expect(views.map { $0["davty"] } == ["0", "2", "0", "2"])
        #expect(views.map { $0["sessionId"] } == [sessions[0], sessions[0], sessions[1], sessions[1]])
        #expect(views.map { $0["c59"] } == views.map { "sesid,\($0["sessionId"])1" })
    }

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

/// A clock whose timers never fire.
private struct SleepingClock: HubClock {
    private let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }
    var now: Instant { clock.now }
    var date: Date { clock.date }
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork { ScheduledWork {} }
}
