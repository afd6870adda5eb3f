// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// Events of ads: with and without content, and with other words about the same ad.
struct EventAdTests {
    private func event(
        _ position: Int64,
        _ kind: NielsenTrackEvent.Kind,
        content: [String: String] = [:],
        ad: [String: String] = [:]
    ) -> NielsenTrackEvent {
        NielsenTrackEvent(
            .playhead,
            kind: kind,
            metadata: .init(content: content, ad: ad),
            playhead: position
        )
    }

    private func calls(_ events: NielsenTrackEvent..., gap: Duration = .seconds(1)) -> [NielsenCall] {
        var bench = CallBench()
        var now = Instant.zero
        var calls: [NielsenCall] = []
        for event in events {
            calls += bench.take(.event(event), at: now)
            now = now + gap
        }
        return calls
    }

    @Test func anAdWithoutContentBeginsNoStream() {
        #expect(
            calls(event(0, .ad, ad: Bench.preroll), event(1, .ad, ad: Bench.preroll)) == [
                .loadMetadata(Bench.preroll), .playheadPosition(0), .playheadPosition(1),
            ]
        )
    }

    @Test(arguments: [(Bench.preroll, true), (Bench.midroll, true), (Bench.postroll, false)])
    func anAdWithContentBeginsAStreamUnlessItComesAfterIt(_ ad: [String: String], _ begins: Bool) {
        let stream: [NielsenCall] = begins ? [.play([:]), .loadMetadata(Bench.content)] : []
        #expect(
            calls(event(0, .ad, content: Bench.content, ad: ad)) == stream + [.loadMetadata(ad), .playheadPosition(0)]
        )
    }

    @Test func theSameAdInOtherWordsIsOnlyLoaded() {
        let changed = Bench.preroll.merging(["segB": "x"]) { $1 }
        #expect(
            calls(event(0, .ad, ad: Bench.preroll), event(1, .ad, ad: changed), event(2, .ad, ad: changed)) == [
                .loadMetadata(Bench.preroll), .playheadPosition(0), .loadMetadata(changed), .playheadPosition(1),
                .playheadPosition(2),
            ]
        )
    }

    /// An event without metadata is about what was named before.
    @Test func anEventWithoutMetadataGoesOn() {
        #expect(
            calls(
                event(0, .content, content: Bench.content),
                event(1, .content),
                event(0, .ad, ad: Bench.midroll),
                event(1, .ad),
                event(2, .content)
            ) == [
                .play([:]), .loadMetadata(Bench.content), .playheadPosition(0), .playheadPosition(1), .stop,
                .loadMetadata(Bench.midroll), .playheadPosition(0), .playheadPosition(1), .stop,
                .loadMetadata(Bench.content), .playheadPosition(2),
            ]
        )
    }

    /// A page whose view is over after a day is shown again by an event that names it once more.
    @Test(arguments: [(86_300, false), (90_000, true)])
    func aPageThatWasShownForADayIsShownAgain(_ seconds: Int, _ isShown: Bool) throws {
        let bench = Bench()
        let tracker = try bench.makeTracker()
        let event: [String: Any] = ["event": "playhead", "type": "static", "metadata": ["static": Bench.page]]
        tracker.trackEvent(event)
        bench.clock.advance(by: .seconds(seconds))
        let before = bench.sink.records.count { $0.kind == .view }
        #expect(before > 0)
        tracker.trackEvent(event)
        #expect(bench.sink.records.count { $0.kind == .view } == before + (isShown ? 1 : 0))
        tracker.trackEvent(event)
        #expect(bench.sink.records.count { $0.kind == .view } == before + (isShown ? 1 : 0))
    }
}
