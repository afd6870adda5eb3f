// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The examples of the articles about credit and watermarks, as they are counted there.
struct ArticleTests {
    private let bench = PingBench()

    @Test func theExampleOfCreditIsCountedByHand() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        api.loadMetadata(PingBench.ad("preroll", "preroll"))
        bench.play(api, 0...29)
        api.stop()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0...89)
        api.stop()
        api.loadMetadata(PingBench.ad("midroll", "midroll"))
        bench.play(api, 0...28)
        api.playheadPosition(29)
        api.stop()
        api.loadMetadata(PingBench.content)
        bench.play(api, 90...134)
        bench.play(api, 300...319)
        bench.play(api, 135...149)
        bench.play(api, 60...119)
        api.stop()
        bench.clock.advance(by: .seconds(60))
        api.loadMetadata(PingBench.content)
        bench.play(api, 320...339)
        let summary = api.creditSummary
        #expect(summary.map(\.assetid) == ["vid345-67483", "preroll", "midroll"])
        #expect(summary.map(\.segments) == [[0, 1, 2, 5], [0], []])
        #expect(summary.map(\.seconds) == [250, 30, 29])
        api.end()
        let film = bench.read(.dcrVideo).filter { $0["ai"] == "vid345-67483" }
        #expect(
            film.map { $0["cr"] }
                == ["V1_00000", "D1_11000", "D2_00000", "D1_00100", "D1_01000", "D2_10000"].map { "4_00_99_" + $0 }
        )
        #expect(film.map { $0["c27"] } == [0, 135, 20, 15, 60, 20].map { "cln,\($0)" })
    }

    /// The picture of the article: 1 + 1 + 1 + 1 + 1 + 0.6 seconds in 5.6, and the small scripts beside it.
    @Test func thePictureOfCreditIsCountedByHand() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        for (position, milliseconds) in [(0, 1_000), (1, 1_000), (2, 1_400), (3, 600), (4, 1_000), (60, 600)]
            as [(Int64, Int64)]
        {
            api.playheadPosition(position)
            bench.clock.advance(by: .milliseconds(milliseconds))
        }
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [6])
        // Nine tenths more are 6.5, the least that is shown as 7.
        api.loadMetadata(PingBench.content)
        bench.clock.advance(by: .seconds(1))
        api.playheadPosition(100)
        bench.clock.advance(by: .milliseconds(900))
        api.stop()
        #expect(api.creditSummary.map(\.seconds) == [7])
    }

    @Test func theExampleOfAPageIsCountedByHand() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "static", "section": "News"])
        bench.clock.advance(by: .seconds(1_000))
        api.staticEnd()
        let pings = bench.read(.dcrStatic)
        #expect(pings.map { $0["davty"] } == ["0", "1", "1", "1", "2"])
        #expect(pings.map { $0["c27"] } == ["cln,0", "cln,300", "cln,300", "cln,300", "cln,100"])
        #expect(pings.map(\.ping.creditedSegments) == [0, 5, 5, 5, 2])
    }

    @Test func theExampleOfWatermarksIsCountedByHand() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "content", "adModel": "1"])
        for offset in stride(from: 0, through: 270, by: 10) {
            api.sendID3(PingBench.tag(offset, pc: PingBench.nullCID))
            bench.clock.advance(by: .seconds(10))
        }
        api.end()
        let durations = bench.read(.dtvr).filter { $0["at"] == "timer" }
        #expect(durations.map { $0["cr"] } == ["2_00_99_D1_11111_1"])
        #expect(durations.map { $0["c27"] } == ["cln,270"])
    }
}
