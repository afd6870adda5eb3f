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
            bench.dcr() == ["vid345-67483 4_00_99_V0_0 view 0", "vid345-67483 4_00_99_D1_60 timer 2"]
        )
        #expect(bench.read(.dcrVideo).last?["c27"] == "cln,60")
        // 0 to 10 are ten seconds, and after the break 20 to 50 are thirty.
        #expect(bench.read(.dtvr).map { $0["cr"] } == ["4_00_99_I0_0", "4_00_99_S1_60"])
        #expect(bench.read(.dtvr).last?["c27"] == "cln,40")
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func aResumeWithoutMetadataCreditsNothingUntilItComes() throws {
        let api = try makePlaying()
        bench.play(api, 0..<20)
        api.stop()
        api.play()
        bench.play(api, 20..<40)
        api.loadMetadata(PingBench.content)
        bench.play(api, 40..<50)
        api.end()
        #expect(bench.read(.dcrVideo).last?["cr"] == "4_00_99_D1_60")
        #expect(bench.read(.dcrVideo).last?["c27"] == "cln,30")
    }

    // MARK: - Ads

    @Test(arguments: ["postroll", "ad"])
    func anAdAfterTheEndOfItsContentIsAViewOfItsOwn(_ type: String) throws {
        let api = try makePlaying()
        bench.play(api, 0..<60)
        api.end()
        api.loadMetadata(PingBench.ad(type, "ad789"))
        bench.play(api, 0..<30)
        api.stop()
        api.end()
        #expect(
            bench.dcr() == [
                "vid345-67483 4_00_99_V0_0 view 0", "vid345-67483 4_00_99_D1_60 timer 2",
                "ad789 4_00_99_V0_0 view 0", "ad789 4_00_99_D1_60 timer 2",
            ]
        )
        #expect(api.state == .idle)
    }

    /// A postroll has no content to come back to, so its stop ends it: the view must not wait for the next stream.
    @Test func theStopOfAPostrollEndsIt() throws {
        let api = try makePlaying()
        bench.play(api, 0..<5)
        api.end()
        api.loadMetadata(PingBench.ad("postroll", "ad789"))
        bench.play(api, 0..<30)
        let before = bench.dcr().count
        api.stop()
        #expect(bench.dcr().dropFirst(before) == ["ad789 4_00_99_D1_60 timer 2"])
    }

    /// Where the ads of a break are not known apart, the app reports one ad as long as the whole break.
    ///
    /// "DCR Video iOS SDK guide", "Use Case 2", note.
    @Test func aPodWithOneAssetIdAndRunningPlayheadsIsOneView() throws {
        let api = try makePlaying()
        bench.play(api, 0..<30)
        api.stop()
        api.loadMetadata(PingBench.ad("midroll", "pod"))
        bench.play(api, 0..<90)
        api.stop()
        api.loadMetadata(PingBench.content)
        bench.play(api, 30..<60)
        api.end()
        #expect(
            bench.dcr().filter { $0.hasPrefix("pod") } == ["pod 4_00_99_V0_0 view 0", "pod 4_00_99_D1_120 timer 2"]
        )
        #expect(bench.read(.dcrVideo).last?["c52"] == "noad,1")
        #expect(bench.read(.dcrVideo).last?["c51"] == "adl,90")
    }

    /// Ads of one id that are stopped each, and begin at 0 each, are a view each.
    @Test(arguments: [true, false])
    func aPodOfAdsWithOneAssetIdIsAViewEach(_ isByEvents: Bool) throws {
        if isByEvents {
            let tracker = try bench.makeTracker()
            func send(_ event: String, _ type: String, _ position: Int64?) {
                var dictionary: [String: Any] = [
                    "event": event, "type": type,
                    "metadata": ["content": PingBench.content, "ad": PingBench.ad("midroll", "same"), "static": [:]],
                ]
                dictionary["playheadPosition"] = position.map(String.init)
                tracker.trackEvent(dictionary)
                bench.clock.advance(by: .seconds(event == "playhead" ? 1 : 0))
            }
            for position in Int64(0)..<30 { send("playhead", "content", position) }
            for _ in 0..<3 {
                for position in Int64(0)..<30 { send("playhead", "ad", position) }
                send("adStop", "ad", nil)
            }
            send("playhead", "content", 30)
            send("complete", "content", nil)
        } else {
            let api = try makePlaying()
            bench.play(api, 0..<30)
            api.stop()
            for _ in 0..<3 {
                api.loadMetadata(PingBench.ad("midroll", "same"))
                bench.play(api, 0..<30)
                api.stop()
            }
            api.loadMetadata(PingBench.content)
            bench.play(api, 30..<31)
            api.end()
        }
        #expect(
            bench.dcr().filter { $0.hasPrefix("same") }
                == Array(repeating: ["same 4_00_99_V0_0 view 0", "same 4_00_99_D1_60 timer 2"], count: 3).flatMap { $0 }
        )
        #expect(bench.read(.dcrVideo).last?["c52"] == "noad,3")
        #expect(bench.read(.dcrVideo).last?["c51"] == "adl,90")
    }

    @Test func anAdWithoutContentIsMeasured() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.ad("preroll", "ad1"))
        bench.play(api, 0..<30)
        api.end()
        #expect(bench.dcr() == ["ad1 4_00_99_V0_0 view 0", "ad1 4_00_99_D1_60 timer 2"])
    }

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
        #expect(bench.dcr().last == "vid345-67483 4_00_99_D1_180 timer 2")
        #expect(bench.read(.dcrVideo).map { $0["c58"] } == ["isLive,true", "isLive,true"])
        #expect(bench.read(.dcrVideo).last?["evdata"] == "play,0,1700000000")
        #expect(bench.hearing.errors.isEmpty)
    }

    /// A viewer who pauses a live stream and comes back live has missed what was shown meanwhile.
    @Test func whatWasMissedOfALiveStreamIsNotCredited() throws {
        let api = try makePlaying(PingBench.content.merging(["length": "0"]) { $1 })
        let start = ExpectedPing.epoch
        bench.play(api, start..<start + 40)
        api.stop()
        bench.clock.advance(by: .seconds(300))
        api.loadMetadata(PingBench.content.merging(["length": "0"]) { $1 })
        bench.play(api, start + 340..<start + 370)
        api.end()
        #expect(bench.read(.dcrVideo).last?["cr"] == "4_00_99_D1_120")
        #expect(bench.read(.dcrVideo).last?["c27"] == "cln,70")
    }

    @Test func anotherChannelOfALiveStreamIsAnotherView() throws {
        let first = PingBench.content.merging(["length": "0", "assetid": "one"]) { $1 }
        let second = PingBench.content.merging(["length": "0", "assetid": "two"]) { $1 }
        let api = try makePlaying(first)
        let start = ExpectedPing.epoch
        bench.play(api, start..<start + 40)
        // A change of the channel as "iOS SDK API Reference" has it: stop the old one, play and load the new one.
        api.stop()
        api.play(["channelName": "Two"])
        api.loadMetadata(second)
        bench.play(api, start + 40..<start + 80)
        api.end()
        #expect(
            bench.dcr() == [
                "one 4_00_99_V0_0 view 0", "one 4_00_99_D1_60 timer 2", "two 4_00_99_V0_0 view 0",
                "two 4_00_99_D1_60 timer 2",
            ]
        )
        #expect(Set(bench.read(.dcrVideo).map { $0["c59"] }).count == 2)
    }

    // MARK: - Buffering

    @Test func bufferingWithholdsAndALongOneStops() throws {
        let tracker = try bench.makeTracker()
        func send(_ position: Int64, buffering: Bool) {
            tracker.trackEvent([
                "event": "playhead", "type": "content", "playheadPosition": String(position),
                "buffering": buffering ? "true" : "false", "metadata": ["content": PingBench.content],
            ])
            bench.clock.advance(by: .seconds(1))
        }
        for position in Int64(0)..<20 { send(position, buffering: false) }
        for _ in 0..<10 { send(20, buffering: true) }
        for position in Int64(20)..<40 { send(position, buffering: false) }
        for _ in 0..<40 { send(40, buffering: true) }
        for position in Int64(40)..<60 { send(position, buffering: false) }
        tracker.trackEvent(["event": "complete", "type": "content", "metadata": ["content": PingBench.content]])
        #expect(bench.read(.dcrVideo).last?["c27"] == "cln,60")
        // The short one stopped nothing; the long one did after half a minute.
        let told = "play,0,1700000000~stop,39,1700000080~play,39,1700000090"
        #expect(bench.read(.dcrVideo).map { $0["evdata"] } == ["", told])
    }
}
