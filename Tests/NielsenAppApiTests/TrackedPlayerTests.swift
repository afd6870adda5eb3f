// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The events that a player makes for an instance that takes events.
struct TrackedPlayerTests {
    private let events = Locked<[JSONObject]>([])
    private let handled = Locked<[NielsenLifecycleEvent]>([])

    private func makePlayer() -> NielsenTrackedPlayer {
        NielsenTrackedPlayer(
            track: { [events] event in events.withLock { $0.append(event) } },
            handle: { [handled] event in handled.withLock { $0.append(event) } }
        )
    }

    /// What is played, in every event.
    private static let playing: JSONObject = [
        "type": "content", "metadata": ["content": ["assetid": "c"], "ad": ["assetid": "a"], "static": [:]],
    ]

    private func play(_ player: NielsenTrackedPlayer) {
        player.play(.content, metadata: .init(content: ["assetid": "c"], ad: ["assetid": "a"]))
    }

    private func event(_ name: JSONValue, _ key: String, _ value: JSONValue) -> JSONObject {
        Self.playing.merging(["event": name, key: value])
    }

    @Test func eachEventSaysWhatIsPlayed() {
        let player = makePlayer()
        play(player)
        player.playheadPosition(0)
        player.sendID3("x")
        player.end(.pause, at: 3)
        player.end(.adStop)
        player.playheadPosition(4)
        let expected = [
            event("playhead", "playheadPosition", "0"), event("playhead", "id3Data", "x"),
            event("pause", "playheadPosition", "3"), event("adStop", "playheadPosition", ""),
            event("playhead", "playheadPosition", "4"),
        ]
        #expect(events.withLock { $0 } == expected)
    }

    /// After the end nothing is played until something else is.
    @Test func afterTheEndNothingIsPlayed() {
        let player = makePlayer()
        play(player)
        player.end(.complete, at: 9)
        player.playheadPosition(10)
        player.end(.complete)
        #expect(events.withLock { $0 } == [event("complete", "playheadPosition", "9")])
        play(player)
        player.playheadPosition(0)
        #expect(events.withLock { $0.last } == event("playhead", "playheadPosition", "0"))
    }
}
