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
            #expect(ping["ch"] == (isFirst ? "One" : "Two"))
            #expect(ping["ci"] == (isFirst ? "us-111111" : "us-222222"))
        }
    }

    /// A watermark that comes late, after the channel was changed, is still of the channel before.
    @Test func aLateWatermarkIsOfItsOwnChannel() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(PingBench.content)
        tags(api, from: 100, count: 3, fd: PingBench.firstCID, pc: PingBench.nullCID)
        api.play(["channelName": "Two"])
        tags(api, from: 130, count: 1, fd: PingBench.firstCID, pc: PingBench.nullCID)
        tags(api, from: 500, count: 1, fd: PingBench.otherCID, pc: PingBench.nullCID)
        #expect(bench.read(.dtvr).map { $0["ch"] } == ["One", "One", "Two"])
    }

    /// Two channels may show the same programme.
    @Test func aProgrammeOnAnotherChannelIsToldOfThatChannel() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(PingBench.content)
        tags(api, from: 100, count: 3, fd: PingBench.firstCID, pc: PingBench.programmeCID)
        api.play(["channelName": "Two"])
        api.loadMetadata(PingBench.content)
        tags(api, from: 130, count: 3, fd: PingBench.otherCID, pc: PingBench.programmeCID)
        api.end()
        let programme = bench.read(.dtvr).filter { $0["ca"].hasPrefix("PC_") }
        #expect(programme.map { "\($0["ch"]) \($0["davty"])" } == ["One 0", "One 2", "Two 0", "Two 2"])
    }

    @Test func watermarksDuringAnAdAreOfTheStream() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(Self.owned.merging(["adModel": "1"]) { $1 })
        tags(api, from: 100, count: 2, fd: PingBench.firstCID, pc: PingBench.nullCID)
        api.loadMetadata(["type": "midroll", "assetid": "ad", "clientid": "us-999999", "subbrand": "x", "adModel": "2"])
        tags(api, from: 120, count: 34, fd: PingBench.firstCID, pc: PingBench.nullCID)
        let pings = bench.read(.dtvr)
        #expect(pings.map { $0["davty"] } == ["0", "0", "1", "0"])
        #expect(Set(pings.map { "\($0["ch"]) \($0["ci"]) \($0["c6"]) \($0["adm"])" }) == ["One us-111111 vc,b11 1"])
    }

    // MARK: - Ads

    @Test func adsAreCountedInTheContentThatTheyRunIn() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        api.loadMetadata(PingBench.ad("preroll", "pre"))
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<20)
        api.stop()
        // Measured by its ad server alone.
        api.loadMetadata(["type": "midroll", "ocrtag": "https://ads.example/t"])
        bench.play(api, 0..<10)
        api.stop()
        api.loadMetadata(PingBench.content)
        bench.play(api, 20..<30)
        api.loadMetadata(["type": "static", "section": "Home"])
        api.staticEnd()
        api.end()
        api.loadMetadata(PingBench.ad("postroll", "post"))
        bench.play(api, 0..<5)
        api.stop()
        api.play()
        api.loadMetadata(PingBench.content.merging(["assetid": "next"]) { $1 })
        bench.play(api, 0..<5)
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["ai"]) \($0["davty"]) \($0["c51"]) \($0["c52"]) \($0["cai"])" }
        let film = PingBench.content["assetid"] ?? ""
        #expect(
            told == [
                "pre 0 adl,0 noad,1 \(film)", "pre 2 adl,15 noad,1 \(film)", "\(film) 0 adl,15 noad,1 \(film)",
                "\(film) 2 adl,25 noad,2 \(film)", "post 0 adl,0 noad,1 \(film)", "post 2 adl,5 noad,1 \(film)",
                "next 0 adl,0 noad,0 next", "next 2 adl,0 noad,0 next",
            ]
        )
        #expect(bench.read(.dcrStatic).allSatisfy { $0["c51"] == "adl,0" && $0["c52"] == "noad,0" })
        #expect(bench.read(.dar).count == 1)
    }

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

    @Test func anAdCanBeToldFromContent() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<2)
        api.loadMetadata(PingBench.ad("midroll", "mid"))
        bench.play(api, 0..<2)
        api.end()
        let told = Set(bench.read(.dcrVideo).map { "\($0["ty"]) \($0["ai"]) \($0["cai"])" })
        let film = PingBench.content["assetid"] ?? ""
        #expect(told == ["content \(film) \(film)", "midroll mid \(film)"])
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
                "\(film) 0 ", "\(film) 2 play,0,1700000000~stop,4,1700000005", "b 0 ", "b 2 play,0,1700000005",
            ]
        )
    }

    @Test func theReturnFromTheBackgroundIsTold() throws {
        let api = try bench.makeApi()
        api.handle(.launch)
        api.handle(.foreground)
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<10)
        api.handle(.background)
        bench.clock.advance(by: .seconds(60))
        api.handle(.foreground)
        bench.play(api, 10..<20)
        api.end()
        #expect(
            bench.read(.dcrVideo).last?["evdata"]
                == "play,0,1700000000~stop,9,1700000010~play,9,1700000070"
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
                "V0_0 ottflg,0 cln,0 0", "D1_180 ottflg,0 cln,200 1", "D2_60 ottflg,1 cln,10 1",
                "D3_0 ottflg,0 cln,10 2",
            ]
        )
    }

    @Test func aPictureInThePictureIsToldForAsLongAsItLasts() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<20)
        api.loadMetadata(PingBench.content.merging(["pipmode": "true"]) { $1 })
        bench.play(api, 20..<30)
        api.end()
        let told = bench.read(.dcrVideo).map { "\($0["c63"]) \($0["c27"])" }
        #expect(told == ["pipMode,false cln,0", "pipMode,false cln,20", "pipMode,true cln,10"])
    }

    @Test func castingEndsAPeriodOfWatermarksToo() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        tags(api, from: 100, count: 6, fd: PingBench.firstCID, pc: PingBench.nullCID)
        api.updateOTT(["ottStatus": "1", "ottType": "casting"])
        tags(api, from: 160, count: 2, fd: PingBench.firstCID, pc: PingBench.nullCID)
        api.end()
        let told = bench.read(.dtvr).map { "\($0["davty"]) \($0["c27"]) \($0["c71"])" }
        #expect(told == ["0 cln,0 ottflg,0", "1 cln,50 ottflg,0", "2 cln,20 ottflg,1"])
    }

    @Test func whatStaysTheSameEndsNoPeriod() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<20)
        api.updateOTT(["ottStatus": "0"])
        api.loadMetadata(PingBench.content)
        bench.play(api, 20..<30)
        #expect(bench.read(.dcrVideo).count == 1)
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
