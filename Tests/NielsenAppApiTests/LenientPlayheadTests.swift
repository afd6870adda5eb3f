// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Playheads that are numbers: one remark for as long as they are, although each has another position.
struct LenientPlayheadTests {
    private let bench = Bench()

    private var remarks: Int {
        bench.lines.records.count { $0.level == .warning && $0.message.contains("playheadPosition is a number") }
    }

    @Test func aPlayheadThatIsANumberIsRemarkedOnOnce() throws {
        let tracker = try bench.makeTracker { $0.inputMode = .lenient }
        func play(_ position: Any) {
            let metadata = ["content": Bench.content]
            tracker.trackEvent([
                "event": "playhead", "type": "content", "metadata": metadata, "playheadPosition": position,
            ])
            bench.clock.advance(by: .seconds(1))
        }
        for position in 0..<3 { play(position) }
        #expect(remarks == 1)
        play("3")
        #expect(remarks == 1)
        // It was right in between.
        play(4)
        #expect(remarks == 2)
    }
}
