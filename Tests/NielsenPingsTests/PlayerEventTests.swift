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
                "PL:\(start)000:0~PS:\(start + 60)000:60~PL:\(start + 160)000:60~FW:\(start + 190)000:300:89:211",
                // Both seeks leave a window of five minutes.
                "RW:\(start + 191)000:20:300:280", "MU:\(start + 192)000:21~ST:\(start + 193)000:22",
            ]
        )
    }

    /// Most players tell a seek with their playheads alone.
    @Test func aSeekIsToldWithoutAButton() throws {
        let tracker = try bench.makeTracker()
        play(tracker, 0..<30)
        play(tracker, 100..<110)
        // No seek: a late playhead, a step of a second back, and one that is repeated.
        bench.clock.advance(by: .seconds(49))
        play(tracker, 159..<160)
        send(tracker, "playhead", 158)
        send(tracker, "playhead", 158)
        send(tracker, "pause", 158, button: "pause")
        bench.clock.advance(by: .seconds(100))
        send(tracker, "playhead", 40, button: "resume")
        let start = Self.start
        #expect(
            told == [
                "",
                "PL:\(start)000:0~FW:\(start + 30)000:100:29:71~PS:\(start + 90)000:158~PL:\(start + 190)000:40"
                    + "~RW:\(start + 190)000:40:158:118",
            ]
        )
    }
}
