// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The calls that each event becomes.
struct TranslatorTests {
    /// Feeds events that are a second apart, and gives the calls in short.
    private func calls(_ events: [NielsenTrackEvent], gap: Duration = .seconds(1)) -> [String] {
        var bench = CallBench()
        var now = Instant.zero
        var calls: [String] = []
        for event in events {
            calls += bench.track(event, at: now).map(Self.short)
            now = now + gap
        }
        return calls
    }

    private static func short(_ call: NielsenCall) -> String {
        switch call {
        case .loadMetadata(let values): "load \(values["assetid"] ?? values["section"] ?? values["type"] ?? "?")"
        case .playheadPosition(let position): "\(position)"
        case .userOptOut(let text): text
        case .play, .sendID3, .stop, .end, .staticEnd, .updateOTT: call.name
        }
    }

    private func playhead(
        _ position: Int64?,
        _ kind: NielsenTrackEvent.Kind = .content,
        content: [String: String] = Bench.content,
        ad: [String: String] = [:]
    ) -> NielsenTrackEvent {
        NielsenTrackEvent(.playhead, kind: kind, metadata: .init(content: content, ad: ad), playhead: position)
    }

    @Test func contentWithoutAdsIsUseCaseOne() {
        let events = [
            playhead(0), playhead(1), NielsenTrackEvent(.pause), playhead(1), playhead(2), NielsenTrackEvent(.complete),
        ]
        #expect(
            calls(events) == [
                "play", "load vid345-67483", "0", "1", "stop", "load vid345-67483", "1", "2", "end",
            ]
        )
    }

    @Test func contentWithAdsIsUseCaseTwo() {
        let events = [
            playhead(0, .ad, ad: Bench.preroll), playhead(1, .ad, ad: Bench.preroll),
            NielsenTrackEvent(.adStop, kind: .ad),
            playhead(0), playhead(1),
            playhead(0, .ad, ad: Bench.midroll), NielsenTrackEvent(.adStop, kind: .ad),
            playhead(2), NielsenTrackEvent(.complete),
            playhead(0, .ad, ad: Bench.postroll), NielsenTrackEvent(.adStop, kind: .ad),
        ]
        #expect(
            calls(events) == [
                "play", "load vid345-67483", "load ad123", "0", "1", "stop",
                "load vid345-67483", "0", "1",
                "stop", "load ad456", "0", "stop",
                "load vid345-67483", "2", "end",
                "load ad789", "0", "stop",
            ]
        )
    }

    @Test func aChangeFromAdToContentStopsTheAd() {
        let events = [playhead(0, .ad, ad: Bench.preroll), playhead(0)]
        #expect(
            calls(events) == [
                "play", "load vid345-67483", "load ad123", "0", "stop", "load vid345-67483", "0",
            ]
        )
    }

    @Test func anotherAdStopsTheOneBefore() {
        let events = [playhead(0, .ad, ad: Bench.preroll), playhead(0, .ad, ad: Bench.midroll)]
        #expect(calls(events).suffix(3) == ["stop", "load ad456", "0"])
    }

    @Test func otherContentEndsTheStream() {
        let events = [playhead(0), playhead(0, content: Bench.content("other"))]
        #expect(calls(events) == ["play", "load vid345-67483", "0", "end", "play", "load other", "0"])
    }

    @Test func theSameAssetWithOtherMetadataIsOnlyLoaded() {
        let changed = Bench.content.merging(["title": "Other S1E1"]) { $1 }
        #expect(
            calls([playhead(0), playhead(1, content: changed)]) == [
                "play", "load vid345-67483", "0", "load vid345-67483", "1",
            ]
        )
    }

    @Test func adStopMakesTheSameAdNew() {
        let ad = playhead(0, .ad, ad: Bench.preroll)
        #expect(
            calls([ad, NielsenTrackEvent(.adStop, kind: .ad), ad]).suffix(4) == ["0", "stop", "load ad123", "0"]
        )
    }

    @Test func adStopAfterContentStopsNothing() {
        #expect(
            calls([playhead(0), NielsenTrackEvent(.adStop), playhead(1)]) == ["play", "load vid345-67483", "0", "1"]
        )
    }

    @Test func aPauseIsOneStop() {
        #expect(calls([playhead(0), NielsenTrackEvent(.pause), NielsenTrackEvent(.pause)]).suffix(2) == ["0", "stop"])
    }

    @Test func aPauseCarriesTheLastPlayhead() {
        #expect(calls([playhead(0), NielsenTrackEvent(.pause, playhead: 1)]).suffix(2) == ["1", "stop"])
    }

    @Test func aGapOfHalfAnHourIsNoPause() {
        #expect(calls([playhead(0), playhead(1)], gap: .seconds(1800)).suffix(2) == ["0", "1"])
    }

    @Test func aLongerGapIsAPause() {
        #expect(
            calls([playhead(0), playhead(1)], gap: .seconds(1801)).suffix(3) == ["stop", "load vid345-67483", "1"]
        )
    }

    @Test func playheadsAreWithheldWhileBuffering() {
        var waiting = playhead(1)
        waiting.isBuffering = true
        #expect(calls([playhead(0), waiting, playhead(1)]) == ["play", "load vid345-67483", "0", "1"])
    }

    @Test func bufferingForLongIsAnInterruption() {
        var waiting = playhead(1)
        waiting.isBuffering = true
        let calls = calls([playhead(0), waiting, waiting, waiting, playhead(1)], gap: .seconds(20))
        #expect(calls == ["play", "load vid345-67483", "0", "stop", "load vid345-67483", "1"])
    }

    @Test func pagesAreALaneOfTheirOwn() {
        let page = NielsenTrackEvent(.playhead, kind: .static, metadata: .init(page: Bench.page))
        let calls = calls([
            playhead(0), page, page, playhead(1), NielsenTrackEvent(.complete, kind: .static), playhead(2),
        ])
        #expect(calls == ["play", "load vid345-67483", "0", "load Home", "1", "staticEnd", "2"])
    }

    @Test func thePageThatWasLeftIsLoadedAgain() {
        let page = NielsenTrackEvent(.playhead, kind: .static, metadata: .init(page: Bench.page))
        let left = NielsenTrackEvent(.complete, kind: .static)
        #expect(calls([page, left, left, page]) == ["load Home", "staticEnd", "load Home"])
    }

    @Test func devicesAndChoicesComeFirst() {
        var event = playhead(0)
        event.ott = ["ottStatus": "1"]
        event.optOut = true
        event.id3 = Bench.id3
        #expect(
            calls([event, event]) == [
                "nielsenappsdk://1", "updateOTT", "play", "load vid345-67483", "sendID3", "0",
                "nielsenappsdk://1", "sendID3", "0",
            ]
        )
    }

    /// Without another event: the stop does not wait for one.
    @Test func aLongWaitIsAStopWhenItsTimeIsOver() throws {
        let bench = Bench()
        let tracker = try bench.makeTracker()
        func track(_ more: [String: String]) {
            var event: [String: Any] = ["event": "playhead", "type": "content", "playheadPosition": "0"]
            event["metadata"] = ["content": Bench.content]
            tracker.trackEvent(event.merging(more) { $1 })
        }
        track([:])
        bench.clock.advance(by: .seconds(1))
        track(["buffering": "true"])
        #expect(tracker.interruptions == [.buffering])
        bench.clock.advance(by: .seconds(30))
        #expect(tracker.state == .processing)
        bench.clock.advance(by: .seconds(1))
        #expect(tracker.state == .idle)
        track(["playheadPosition": "1"])
        #expect(tracker.state == .processing && tracker.interruptions.isEmpty)
    }
}
