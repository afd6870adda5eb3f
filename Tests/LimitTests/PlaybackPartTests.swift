// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What is loaded and held, and what an interruption makes of it, by themselves.
struct PlaybackPartTests {
    private func asset(_ assetid: String) -> NielsenAsset {
        var issues: [NielsenValidationIssue] = []
        return NielsenAsset(["type": "content", "assetid": assetid], readsFoldedKeys: false, issues: &issues)
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    private func held(
        _ reason: NielsenPlayback.Hold.Reason,
        _ lane: NielsenLane? = .content,
        isStopped: Bool = false
    ) -> NielsenPlayback {
        var playback = NielsenPlayback()
        playback.run = .held(NielsenPlayback.Hold(reason: reason, lane: lane, isStopped: isStopped))
        return playback
    }

    // MARK: - Playback

    @Test func whatIsHeldWasMeantToPlayUnlessItWasStopped() {
        var playback = NielsenPlayback()
        #expect(playback.intended == nil)
        #expect(playback.active == nil)
        for run in [NielsenPlayback.Run.playing(.ad), .resumed(.ad)] {
            playback.run = run
            #expect(playback.intended == .ad)
            #expect(playback.active == .ad)
            #expect(playback.interrupted == nil)
        }
        #expect(held(.interruption).intended == .content)
        #expect(held(.interruption).interrupted != nil)
        #expect(held(.interruption).active == nil)
        #expect(held(.interruption, isStopped: true).intended == nil)
        #expect(held(.interruption, isStopped: true).interrupted != nil)
        #expect(held(.app).intended == nil)
        #expect(held(.app).interrupted == nil)
    }

    @Test func aHoldKeepsTheChannelOfTheOneBefore() {
        var playback = NielsenPlayback()
        playback.wait(for: nil, channel: ["channelName": "One"])
        #expect(playback.interrupted?.lane == nil)
        #expect(playback.interrupted?.isStopped == false)
        playback.wait(for: .content)
        #expect(playback.interrupted?.lane == .content)
        #expect(playback.interrupted?.channel == ["channelName": "One"])
        playback.wait(for: .ad, channel: [:])
        #expect(playback.interrupted?.channel == [:])
        playback.endStream()
        #expect(playback.interrupted == nil)
    }

    @Test func aStreamIsOpenByAViewThatIsSeenOrAWatermark() {
        for lane in [NielsenLane.content, .ad] {
            var playback = NielsenPlayback()
            #expect(!playback.isStreamOpen)
            playback[lane].view = AssetView(lane: lane, number: 1, thresholds: NielsenThresholds())
            #expect(!playback.isStreamOpen)
            playback[lane].view?.isSeen = true
            #expect(playback.isStreamOpen)
        }
        var playback = NielsenPlayback()
        playback.lastPayload = "x"
        #expect(playback.isStreamOpen)
        var page = NielsenPlayback()
        page.page.view = AssetView(lane: .static, number: 1, thresholds: NielsenThresholds())
        page.page.view?.isSeen = true
        #expect(!page.isStreamOpen)
    }

    @Test func aTrackNamesWhatWasNamedLast() {
        var track = NielsenTrack()
        #expect(track.named == nil)
        #expect(!track.hasNews)
        track.load(asset("a"))
        #expect(track.named?.assetid == "a")
        #expect(track.holds(asset("a")))
        #expect(!track.holds(asset("b")))
        track.isOver = true
        #expect(track.named == nil)
        track.refused = asset("b")
        #expect(track.named?.assetid == "b")
        track.load(asset("c"))
        #expect(track.named?.assetid == "c")
        #expect(track.lastSecond == .max)
        #expect(track.credit(ended: true) == nil)
    }

    @Test func whatIsLoadedIsFoundByWhatWasGiven() {
        var playback = NielsenPlayback()
        playback.content.load(asset("a"))
        playback.ad.load(asset("b"))
        playback.page.load(asset("c"))
        for assetid in ["a", "b", "c"] {
            #expect(playback.loaded(asset(assetid).given)?.assetid == assetid)
        }
        #expect(playback.loaded(asset("d").given) == nil)
        playback.content.refused = asset("e")
        playback.ad.refused = asset("f")
        playback.forgetRefusals()
        #expect(playback.content.refused == nil)
        #expect(playback.ad.refused == nil)
        playback.endStream()
        #expect(playback.content.asset == nil)
        #expect(playback.ad.asset == nil)
        #expect(playback.page.asset != nil)
    }

    // MARK: - Interruptions

    @Test func beforeTheFirstEventEveryCallIsMade() {
        var lifecycle = NielsenLifecycle()
        var playback = held(.interruption)
        let calls: [NielsenCall] = [
            .loadMetadata(["type": "content"]), .loadMetadata(["type": "static"]), .sendID3("x"), .stop, .staticEnd,
            .end, .updateOTT([:]), .userOptOut("x"), .play([:]),
        ]
        for call in calls {
            let verdict = lifecycle.admit(call, &playback, at: instant(0))
            #expect(verdict == .pass, "\(call)")
        }
        #expect(playback.interrupted == nil)
    }

    /// An event that says that nothing is waited for ends what an event began, and nothing else.
    @Test func aWaitIsEndedByWhatBeganIt() {
        var fresh = NielsenLifecycle()
        var playback = held(.interruption)
        fresh.endWait(&playback)
        #expect(playback.interrupted != nil)
        var other = NielsenLifecycle()
        other.wait(at: instant(0))
        _ = other.apply(.interruptionEnded(.buffering), &playback, at: instant(1))
        other.endWait(&playback)
        #expect(playback.interrupted != nil)
        var told = NielsenLifecycle()
        _ = told.apply(.interruptionBegan(.buffering), &playback, at: instant(0))
        told.wait(at: instant(1))
        told.endWait(&playback)
        #expect(playback.interrupted != nil)
        #expect(told.interruptions == [.buffering])
        var ended = NielsenLifecycle()
        ended.wait(at: instant(0))
        ended.endWait(&playback)
        #expect(playback.interrupted == nil)
        #expect(ended.interruptions == [])
    }

    @Test func aStopOfTheAppIsKeptForLater() {
        var lifecycle = NielsenLifecycle()
        var playback = held(.interruption)
        _ = lifecycle.apply(.interruptionBegan(.call), &playback, at: instant(0))
        _ = lifecycle.settle(playback)
        let verdict = lifecycle.admit(.stop, &playback, at: instant(1))
        #expect(verdict == .withhold)
        #expect(playback.interrupted?.isStopped == true)
        #expect(playback.intended == nil)
        // It goes on when the call is over.
        playback.content.load(asset("a"))
        _ = lifecycle.apply(.interruptionEnded(.call), &playback, at: instant(2))
        #expect(lifecycle.settle(playback) == [.loadMetadata(asset("a").given)])
        let later = lifecycle.admit(.stop, &playback, at: instant(3))
        #expect(later == .pass)
        #expect(playback.interrupted == nil)
        // A hold of nothing is nothing to stop.
        var empty = held(.interruption, nil)
        let none = lifecycle.admit(.stop, &empty, at: instant(3))
        #expect(none == .pass)
        #expect(empty.interrupted?.isStopped == false)
    }

    @Test func afterTheEndOfTheAppNothingChanges() {
        var lifecycle = NielsenLifecycle()
        var playback = NielsenPlayback()
        _ = lifecycle.apply(.launch, &playback, at: instant(0))
        _ = lifecycle.apply(.launch, &playback, at: instant(1))
        #expect(lifecycle.phase == .foreground)
        playback.ad.load(asset("a"))
        let calls = lifecycle.apply(.terminate, &playback, at: instant(2))
        #expect(calls == [.end])
        for event in [NielsenLifecycleEvent.launch, .foreground, .background, .interruptionBegan(.call), .terminate] {
            let later = lifecycle.apply(event, &playback, at: instant(9))
            #expect(later == [])
        }
        #expect(lifecycle.settle(held(.interruption)) == [])
        #expect(lifecycle.interruptions == [])
        let summary = lifecycle.summary(at: instant(20))
        #expect([summary.launches, summary.returns] == [1, 0])
        #expect([summary.timeInApp, summary.timeInBackground] == [.seconds(2), .zero])
    }

    // MARK: - Sinks

    @Test func aSinkKeepsRecordsUntilTheyAreRemoved() {
        let sink = NielsenRecordingMeasurementSink()
        let record = NielsenMeasurementRecord(kind: .session, session: "s", lane: nil, optedOut: false, time: 1)
        sink.measured(record)
        sink.measured(record)
        #expect(sink.records == [record, record])
        sink.removeAll()
        #expect(sink.records == [])
    }
}
