// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct StaticLaneTests {
    private let bench = Bench()

    @Test func aPageIsSeenAtOnceAndLeavesTheStateAlone() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.page)
        #expect(api.state == .idle)
        #expect(bench.records == ["view static #1 []"])
    }

    @Test func timeOnAPageIsCredited() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.page)
        bench.clock.advance(by: .seconds(400))
        #expect(api.creditSummary.map(\.seconds) == [400])
        api.staticEnd()
        #expect(
            bench.records == ["view static #1 []", "duration static #1 [0, 1, 2, 3, 4]", "end static #1 [5, 6]"]
        )
    }

    /// 1,000 seconds in silence: three periods of 300, each with the time at which it was over, and 100 at the end, of
    /// which 60 credit one minute and 40 another.
    @Test func eachPeriodHasItsOwnSecondsAndItsOwnTime() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.page)
        bench.clock.advance(by: .seconds(1_000))
        api.staticEnd()
        let records = bench.sink.records.filter { $0.lane == .static }
        #expect(
            bench.records == [
                "view static #1 []", "duration static #1 [0, 1, 2, 3, 4]", "duration static #1 [5, 6, 7, 8, 9]",
                "duration static #1 [10, 11, 12, 13, 14]", "end static #1 [15, 16]",
            ]
        )
        #expect(records.map(\.seconds) == [0, 300, 300, 300, 100])
        #expect(records.map { ($0.time - 1_700_000_000_000) / 1_000 } == [0, 300, 600, 900, 1_000])
    }

    @Test func aPageDoesNotDisturbPlayback() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<15)
        api.loadMetadata(Bench.page)
        bench.play(api, 15..<20)
        api.staticEnd()
        bench.play(api, 20..<30)
        api.stop()
        #expect(api.creditSummary.first?.segments == [0])
        #expect(api.creditSummary.map(\.seconds) == [30, 5])
    }

    @Test func endDoesNotEndThePage() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.page)
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<2)
        api.end()
        #expect(api.creditSummary.map(\.ended) == [false, true])
    }

    @Test func theSamePageIsANewViewOnlyAfterStaticEnd() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.page)
        api.loadMetadata(Bench.page)
        #expect(bench.records.count == 1)
        api.staticEnd()
        api.loadMetadata(Bench.page)
        #expect(bench.records == ["view static #1 []", "end static #1 []", "view static #2 []"])
    }

    @Test(
        arguments: [Bench.page, Bench.page.merging(["assetid": "one"]) { $1 }],
        [["section": "News"], ["assetid": "other"]]
    )
    func anotherSectionOrAssetIsANewView(_ page: [String: String], _ change: [String: String]) throws {
        let api = try bench.makeApi()
        api.loadMetadata(page)
        api.loadMetadata(page.merging(change) { $1 })
        #expect(bench.sink.records.filter { $0.kind == .view }.count == 2)
    }

    @Test func aForgottenPageIsCreditedForADayAtMost() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Bench.page)
        bench.clock.advance(by: .seconds(86_400 * 400))
        api.staticEnd()
        #expect(api.creditSummary.map(\.seconds) == [86_400])
        #expect(api.creditSummary.map(\.creditedMinutes) == [1440])
    }
}
