// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// From which millisecond on a gap between two events is a pause that was not told.
struct EventGapTests {
    @Test(arguments: [(1_799_999, false), (1_800_000, false), (1_800_001, true)])
    func aGapIsAPauseFromAMillisecondOn(_ milliseconds: Int, _ isPause: Bool) {
        var bench = CallBench()
        func playhead(_ position: Int64) -> InstanceCall {
            .event(NielsenTrackEvent(.playhead, metadata: .init(content: Bench.content), playhead: position))
        }
        _ = bench.take(playhead(0), at: .zero)
        let calls = bench.take(playhead(1), at: .zero + .milliseconds(milliseconds))
        #expect(
            calls == (isPause ? [.stop, .loadMetadata(Bench.content), .playheadPosition(1)] : [.playheadPosition(1)])
        )
    }
}
