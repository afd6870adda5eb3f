// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The player's buttons in the pings of DCR videos, in `evdata`.
struct PlayerEventTests {
    private let bench = PingBench()
    private static let start = 1_700_000_000

    private func send(
        _ tracker: NielsenEventTracker,
        _ event: String = "playhead",
        _ position: Int64? = nil,
        button: String? = nil,
        type: String = "content",
        content: [String: String] = PingBench.content,
        ad: [String: String] = [:]
    ) {
        var dictionary: [String: Any] = [
            "event": event, "type": type, "metadata": ["content": content, "ad": ad, "static": [:]],
        ]
        if let position { dictionary["playheadPosition"] = String(position) }
        if let button { dictionary["buttonEvent"] = button }
        tracker.trackEvent(dictionary)
    }

    private func play(_ tracker: NielsenEventTracker, _ range: Range<Int64>) {
        for position in range {
            send(tracker, "playhead", position)
            bench.clock.advance(by: .seconds(1))
        }
    }

    private var told: [String] { bench.read(.dcrVideo).map { $0["evdata"] } }
    private static let play = "play,0,\(start)"

    @Test func aButtonIsToldWithPlayheadAndTime() throws {
        let tracker = try bench.makeTracker()
        send(tracker, "playhead", 0, button: "play")
        bench.clock.advance(by: .seconds(1))
        play(tracker, 1..<60)
        send(tracker, "pause", 60, button: "pause")
        bench.clock.advance(by: .seconds(100))
        send(tracker, "playhead", 60, button: "resume")
        bench.clock.advance(by: .seconds(1))
        play(tracker, 61..<90)
        send(tracker, "playhead", 300, button: "forward")
        bench.clock.advance(by: .seconds(1))
        send(tracker, "playhead", 20, button: "rewind")
        bench.clock.advance(by: .seconds(1))
        send(tracker, "playhead", 21, button: "mute")
        bench.clock.advance(by: .seconds(1))
        send(tracker, "complete", 22, button: "stop")
        let start = Self.start
        #expect(
            told == [
                "",
                "play,0,\(start)~pause,60,\(start + 60)~resume,60,\(start + 160)~forward,300,\(start + 190)~rewind,20,\(start + 191)"
                    + "~mute,21,\(start + 192)~stop,22,\(start + 193)",
            ]
        )
    }

    /// A pause without a button is the stop of the stream, as for calls.
    @Test func withoutButtonsTurnsOfTheStreamAreTold() throws {
        let tracker = try bench.makeTracker()
        play(tracker, 0..<60)
        send(tracker, "pause", 60)
        play(tracker, 60..<70)
        send(tracker, "complete")
        #expect(told == ["", Self.play + "~stop,60,\(Self.start + 60)~play,60,\(Self.start + 60)"])
    }

    @Test func aButtonWithoutAPositionIsAtTheLastPlayhead() throws {
        let tracker = try bench.makeTracker()
        play(tracker, 0..<30)
        send(tracker, "pause", button: "pause")
        send(tracker, "complete")
        #expect(told.last == Self.play + "~pause,29,\(Self.start + 30)")
    }

    @Test func theButtonThatBeginsContentIsNotToldOfTheContentBefore() throws {
        let tracker = try bench.makeTracker()
        play(tracker, 0..<40)
        let next = PingBench.content.merging(["assetid": "next"]) { $1 }
        send(tracker, "playhead", 0, button: "play", content: next)
        #expect(bench.read(.dcrVideo).map { $0["ai"] } == ["vid345-67483", "vid345-67483", "next"])
        #expect(told == ["", Self.play, ""])
        send(tracker, "complete", 0, content: next)
        #expect(told.last == "play,0,\(Self.start + 40)")
    }

    @Test func buttonsDuringAnAdAreToldInItsPings() throws {
        let tracker = try bench.makeTracker()
        let ad = PingBench.ad("preroll", "ad1")
        send(tracker, "playhead", 0, button: "play", type: "ad", ad: ad)
        bench.clock.advance(by: .seconds(5))
        send(tracker, "pause", 5, button: "pause", type: "ad", ad: ad)
        bench.clock.advance(by: .seconds(5))
        send(tracker, "adStop", type: "ad", ad: ad)
        send(tracker, "playhead", 0)
        #expect(told == ["", Self.play + "~pause,5,\(Self.start + 5)", ""])
    }

    @Test func buttonsOfPagesAndUnknownOnesAreNotTold() throws {
        let tracker = try bench.makeTracker()
        send(tracker, "playhead", 0)
        tracker.trackEvent([
            "event": "playhead", "type": "static", "buttonEvent": "play",
            "metadata": ["static": ["type": "static", "section": "Home"]],
        ])
        send(tracker, "playhead", 1, button: "eject,0,1~play")
        send(tracker, "complete")
        #expect(told == ["", Self.play])
        #expect(bench.lines.records.contains { $0.level == .warning && $0.message.contains("BUTTON_UNKNOWN") })
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func aPageNeitherTellsNorForgetsWhatTheViewerDidWithTheVideo() throws {
        let tracker = try bench.makeTracker()
        send(tracker, "playhead", 0)
        send(tracker, "pause", 1, button: "pause")
        for event in ["playhead", "complete"] {
            tracker.trackEvent([
                "event": event, "type": "static", "metadata": ["static": ["type": "static", "section": "Home"]],
            ])
        }
        send(tracker, "complete", 1)
        #expect(bench.read(.dcrStatic).map { $0["evdata"] } == ["", ""])
        #expect(told == ["", Self.play + "~pause,1,\(Self.start)"])
    }

    @Test func buttonsWithoutEndUseNoMemoryWithoutEnd() throws {
        // Of an address of ordinary length, fewer would fit.
        bench.configuration.thresholds.addressLength = 100_000
        let tracker = try bench.makeTracker()
        send(tracker, "playhead", 0)
        for _ in 0..<10_000 { send(tracker, "playhead", 0, button: "mute") }
        send(tracker, "complete")
        #expect(told.last?.split(separator: "~").count == 100)
    }
}
