// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// What sequences that documents and integrations differ in do to pings.
struct SequencePingTests {
    private let bench = PingBench()

    private func makePlaying(_ metadata: [String: String] = PingBench.content) throws -> NielsenAppApi {
        let api = try bench.makeApi()
        api.play(["channelName": "Films"])
        api.loadMetadata(metadata)
        return api
    }

    // MARK: - Resume

    /// "DCR Video iOS SDK guide" loads metadata, "iOS SDK API Reference" plays and loads, and the checklist for
    /// watermarks sends a watermark as well.
    @Test(arguments: [["load"], ["play", "load"], ["play", "load", "id3"]])
    func everyFormOfResumeContinuesTheViewsOfVideoAndWatermarks(_ calls: [String]) throws {
        let api = try makePlaying()
        for position in Int64(0)..<20 {
            if position % 10 == 0 { api.sendID3(PingBench.tag(Int(position), pc: PingBench.nullCID)) }
            bench.play(api, position...position)
        }
        api.stop()
        bench.clock.advance(by: .seconds(60))
        for call in calls {
            switch call {
            case "load": api.loadMetadata(PingBench.content)
            case "play": api.play(["channelName": "Films"])
            default: api.sendID3(PingBench.tag(20, pc: PingBench.nullCID))
            }
        }
        for position in Int64(20)..<60 {
            if position % 10 == 0 { api.sendID3(PingBench.tag(Int(position), pc: PingBench.nullCID)) }
            bench.play(api, position...position)
        }
        api.end()
        #expect(
            bench.dcr() == ["vid345-67483 4_00_99_V1_00000 view 0", "vid345-67483 4_00_99_D1_10000 timer 2"]
        )
        #expect(bench.read(.dcrVideo).last?["c27"] == "cln,60")
        // 0 to 10 are ten seconds, and after the break 20 to 50 are thirty.
        let credits = ["2_00_99_I1_00000_0", "2_00_99_V1_00000_0", "2_00_99_D1_10000_0"]
        #expect(bench.read(.dtvr).map { $0["cr"] } == credits)
        #expect(bench.read(.dtvr).last?["c27"] == "cln,40")
        #expect(bench.hearing.errors.isEmpty)
    }

    // MARK: - Ads

    // MARK: - Silence

    /// 60 seconds and a pause of 1,801: half an hour after the last call the view is over with what it had, and what goes on
    /// is another view in another session.
    @Test func aPauseBeyondTheTimeoutEndsTheView() throws {
        let api = try makePlaying()
        bench.play(api, 0..<60)
        api.stop()
        bench.clock.advance(by: .seconds(1_801))
        #expect(bench.read(.dcrVideo).map { $0["davty"] } == ["0", "2"])
        #expect(bench.read(.dcrVideo).last?["c27"] == "cln,60")
        api.loadMetadata(PingBench.content)
        bench.play(api, 60..<62)
        let pings = bench.read(.dcrVideo)
        #expect(pings.map { $0["davty"] } == ["0", "2", "0"])
        #expect(pings[0]["sessionId"] == pings[1]["sessionId"])
        #expect(pings[1]["sessionId"] != pings[2]["sessionId"])
        #expect(pings[1]["c59"] != pings[2]["c59"])
        #expect(bench.read(.session).count == 2)
    }

    // MARK: - Live

    /// Playheads of a live stream are the time of day, so its segments are minutes of the clock.
    ///
    /// It is live with them, whatever length its metadata gives.
    @Test(arguments: ["0", "86400", "7200"])
    func aLiveStreamIsCreditedByMinutesOfTheClock(_ length: String) throws {
        let api = try makePlaying(PingBench.content.merging(["length": length]) { $1 })
        // 22:13:20 to 22:15:30: 40 s, 60 s, and 30 s of the third minute.
        let start = ExpectedPing.epoch
        bench.play(api, start..<start + 130)
        api.end()
        // The windows of a day, of five minutes each: 22:10 begins the 267th.
        #expect(
            bench.dcr().dropFirst() == [
                "vid345-67483 4_00_99_D267_00011 timer 1", "vid345-67483 4_00_99_D268_10000 timer 2",
            ]
        )
        #expect(bench.read(.dcrVideo).allSatisfy { $0["c58"] == "isLive,true" })
        #expect(bench.read(.dcrVideo).map { $0["evdata"] } == ["", "PL:1700000000000:0", ""])
        #expect(bench.hearing.errors.isEmpty)
    }
}
