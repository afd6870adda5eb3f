// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// A view, or a run of watermarks, owns what its pings tell.
struct OwnershipTests {
    private let bench = PingBench()
    private static let owned = PingBench.content.merging(["clientid": "us-111111", "subbrand": "b11"]) { $1 }

    private func tags(_ api: NielsenAppApi, from: Int, count: Int, fd: String, pc: String) {
        for step in 0..<count {
            api.sendID3(PingBench.tag(from + step * 10, fd: fd, pc: pc))
            bench.clock.advance(by: .seconds(10))
        }
    }

    // MARK: - Watermarks

    @Test func theLastPingOfAChannelIsTheChannels() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(PingBench.content.merging(["clientid": "us-111111"]) { $1 })
        tags(api, from: 100, count: 5, fd: PingBench.firstCID, pc: PingBench.nullCID)
        api.play(["channelName": "Two"])
        api.loadMetadata(PingBench.content.merging(["assetid": "b", "clientid": "us-222222"]) { $1 })
        tags(api, from: 500, count: 3, fd: PingBench.otherCID, pc: PingBench.nullCID)
        api.end()
        let pings = bench.read(.dtvr)
        #expect(pings.filter { $0["ca"].contains(PingBench.firstCID) }.count == 2)
        for ping in pings {
            let isFirst = ping["ca"].contains(PingBench.firstCID)
            #expect(ping["ci"] == (isFirst ? "us-111111" : "us-222222"))
        }
    }

    @Test func watermarksDuringAnAdAreOfTheStream() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(Self.owned.merging(["adModel": "1"]) { $1 })
        tags(api, from: 100, count: 2, fd: PingBench.firstCID, pc: PingBench.nullCID)
        api.loadMetadata(["type": "midroll", "assetid": "ad", "clientid": "us-999999", "subbrand": "x", "adModel": "2"])
        tags(api, from: 120, count: 34, fd: PingBench.firstCID, pc: PingBench.nullCID)
        let pings = bench.read(.dtvr)
        #expect(pings.map { $0["davty"] } == ["0", "1", "1", "1"])
        #expect(Set(pings.map { "\($0["ci"]) \($0["c6"]) \($0["cr"].suffix(2))" }) == ["us-111111 mtvr,b11 _1"])
    }

    // MARK: - Ads

    /// Published integrations load the preroll first.
    @Test func anAdBeforeItsContentIsCountedInIt() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.ad("preroll", "pre"))
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<20)
        api.end()
        #expect(bench.read(.dcrVideo).last?["c52"] == "noad,1")
        #expect(bench.read(.dcrVideo).last?["c51"] == "adl,15")
    }

    @Test func anAdBelongsToWhomItsContentBelongsTo() throws {
        let api = try bench.makeApi()
        api.loadMetadata(Self.owned)
        api.loadMetadata(PingBench.ad("preroll", "pre"))
        bench.play(api, 0..<2)
        api.stop()
        api.loadMetadata(["type": "preroll", "assetid": "own", "clientid": "us-999999"])
        bench.play(api, 0..<2)
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["ai"]) \($0["ci"]) \($0["c6"])" }
        #expect(Set(told) == ["pre us-111111 vc,b11", "own us-999999 vc,b11"])
    }

    // MARK: - What the player did

    @Test func whatThePlayerDidIsToldOfTheViewThatItDidItIn() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<5)
        api.stop()
        api.play()
        api.loadMetadata(PingBench.content.merging(["assetid": "b"]) { $1 })
        bench.play(api, 0..<5)
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["ai"]) \($0["davty"]) \($0["evdata"])" }
        let film = PingBench.content["assetid"] ?? ""
        #expect(
            told == [
                "\(film) 0 ", "\(film) 2 PL:1700000000000:0~ST:1700000005000:4", "b 0 ", "b 2 PL:1700000005000:0",
            ]
        )
    }

    // MARK: - Changes in the middle

    @Test func tenSecondsOfCastingAreToldAsTen() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<200)
        api.updateOTT(["ottStatus": "1", "ottType": "casting"])
        bench.play(api, 200..<210)
        api.updateOTT(["ottStatus": "0"])
        bench.play(api, 210..<220)
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["cr"].dropFirst(8)) \($0["c71"]) \($0["c27"]) \($0["davty"])" }
        #expect(
            told == [
                "V1_00000 ottflg,0 cln,0 0", "D1_11100 ottflg,0 cln,200 1", "D1_00010 ottflg,1 cln,10 1",
                "D1_00000 ottflg,0 cln,10 2",
            ]
        )
    }

    // MARK: - No two alike

    @Test func noTwoRequestsAreEverEqual() throws {
        // Chance that repeats itself.
        var environment = bench.environment
        environment.random = { 7 }
        let api = try NielsenAppApi.make(appInfo: PingBench.appInfo, environment: environment)
        for _ in 0..<50 {
            api.loadMetadata(["type": "static", "section": "Home"])
            api.staticEnd()
            api.loadMetadata(PingBench.content)
            api.playheadPosition(0)
            api.end()
        }
        let urls = bench.pings.pings.map(\.url)
        #expect(Set(urls).count == urls.count)
        #expect(Set(bench.pings.pings.map(\.id)).count == urls.count)
    }
}
