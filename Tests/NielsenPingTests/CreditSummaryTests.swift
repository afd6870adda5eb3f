// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The summary is what the pings credit.
struct CreditSummaryTests {
    private let bench = PingBench()

    private func credited(_ product: NielsenProduct) -> [Int64] {
        bench.pings.pings.filter { $0.product == product }.flatMap { $0.credit?.segments ?? [] }
    }

    @Test func whatGoesOnIsCreditedAsIfItEndedNowAndLookingChangesNothing() throws {
        let (looked, alone) = (bench, PingBench())
        for bench in [looked, alone] {
            let api = try bench.makeApi()
            api.play()
            api.loadMetadata(PingBench.content)
            for _ in 0..<7 {
                bench.play(api, 0..<30)
                guard bench === looked else { continue }
                #expect(api.creditSummary.map(\.products) == [[.dcrVideo]])
                #expect(api.creditSummary.map(\.segments) == [[0]])
                #expect(api.creditSummary.map(\.ended) == [false])
            }
            api.end()
            #expect(api.creditSummary.map(\.ended) == [true])
            #expect(api.creditSummary.map(\.seconds) == [210])
        }
        #expect(looked.pings.pings == alone.pings.pings)
    }

    @Test func whatNoProductTakesIsMeasuredAndNotSent() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "News"])
        api.loadMetadata(["type": "content", "adModel": "1"])
        bench.play(api, 0..<90)
        api.end()
        #expect(api.creditSummary.map(\.products) == [[]])
        #expect(api.creditSummary.map(\.isSent) == [false])
        #expect(api.creditSummary.map(\.seconds) == [90])
        #expect(api.creditSummary.first?.json["sent"] == false)
        #expect(bench.read(.dcrVideo).isEmpty)
    }

    @Test func withoutAPlaceForPingsNothingIsSent() throws {
        var environment = bench.environment
        environment.pings = nil
        let api = try NielsenAppApi.make(appInfo: PingBench.appInfo, environment: environment)
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<60)
        api.end()
        #expect(api.creditSummary.map(\.products) == [[]])
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    /// 0 to 130 in steps of ten: the segments 0 and 1 have 60 seconds, 2 has 10.
    @Test func watermarksAreCreditedBesideTheirContentByEachSide() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        for step in 0...13 {
            api.sendID3(PingBench.tag(step * 10))
            bench.play(api, Int64(step) * 10..<Int64(step) * 10 + 10)
        }
        let open = api.creditSummary
        #expect(open.map(\.products) == [[.dcrVideo], [.dtvr], [.dtvr]])
        #expect(open.map(\.watermark) == [nil, "FD_\(PingBench.firstCID)", "PC_\(PingBench.programmeCID)"])
        #expect(open.map(\.seconds) == [140, 130, 130])
        #expect(open.map(\.segments) == [[0, 1], [0, 1], [0, 1]])
        #expect(open.map(\.ended) == [false, false, false])
        #expect(credited(.dtvr).isEmpty)
        api.end()
        #expect(api.creditSummary.map(\.segments) == open.map(\.segments))
        #expect(api.creditSummary.map(\.ended) == [true, true, true])
        #expect(credited(.dtvr) == [0, 1, 0, 1])
        #expect(credited(.dcrVideo) == [0, 1])
    }

    @Test func anAdThatTwoProductsTakeIsOneLine() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.ad("preroll", "spot").merging(["ocrtag": "https://ads.example/x?c=1"]) { $1 })
        bench.play(api, 0..<30)
        api.stop()
        api.end()
        #expect(api.creditSummary.map(\.products) == [[.dcrVideo, .dar]])
        #expect(api.creditSummary.map(\.seconds) == [30])
        #expect(api.creditSummary.map(\.creditedMinutes) == [1])
    }

    @Test func pingsThatTheirPlaceDoesNotTakeCreditNothing() throws {
        var environment = bench.environment
        environment.pings = FailingSink(error: FailingSink.Described(), products: [.dcrVideo])
        let api = try NielsenAppApi.make(appInfo: PingBench.appInfo, environment: environment)
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<60)
        api.end()
        #expect(api.creditSummary.map(\.isSent) == [false])
    }

    @Test func thousandsOfViewsForgetTheEarliestAndCallNoneUnsent() throws {
        var configuration = NielsenConfiguration()
        configuration.thresholds.maximumAssetsKept = 10
        bench.configuration = configuration
        let api = try bench.makeApi()
        for number in 0..<100 {
            api.loadMetadata(PingBench.ad("preroll", "ad\(number)"))
            bench.play(api, 0..<2)
        }
        api.end()
        let summary = api.creditSummary
        #expect((5...11).contains(summary.count))
        #expect(summary.last?.assetid == "ad99")
        #expect(summary.filter { !$0.isSent }.isEmpty)
    }

    @Test func aPingKeepsItsCreditInTheQueue() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        for step in 0...6 {
            api.sendID3(PingBench.tag(step * 10))
            bench.play(api, Int64(step) * 10..<Int64(step) * 10 + 10)
        }
        api.end()
        #expect(bench.pings.pings.contains { $0.credit?.watermark != nil })
        for ping in bench.pings.pings {
            let again = try NielsenPing(json: ping.json)
            #expect(again.credit == ping.credit)
            #expect(again.json == ping.json)
        }
    }
}
