// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Metadata of events that nothing can be made of: told once, and tried again when the app begins again.
struct RefusedAssetTests {
    private let bench = Bench()

    private func event(_ name: String, _ type: String, _ metadata: [String: [String: String]]) -> [String: Any] {
        ["event": name, "type": type, "playheadPosition": "5", "metadata": metadata]
    }

    /// How many errors each event brings.
    private func errors(_ events: [[String: Any]]) throws -> [Int] {
        let tracker = try bench.makeTracker()
        return events.map { event in
            let before = bench.hearing.errors.count
            tracker.trackEvent(event)
            bench.clock.advance(by: .seconds(1))
            return bench.hearing.errors.count - before
        }
    }

    private static let refused = ["type": "moon", "assetid": "a"]

    @Test func contentThatIsRefusedIsTriedAgainAfterAStop() throws {
        let metadata = ["content": Self.refused]
        let playing = event("playhead", "content", metadata)
        let pause = event("pause", "content", metadata)
        #expect(try errors([playing, playing, pause, playing, playing]) == [1, 0, 0, 1, 0])
    }

    /// The content is stopped for the ad with the second event, and after a stop everything is tried once more.
    @Test func anAdThatIsRefusedIsTriedAgainAfterAStop() throws {
        let playing = event("playhead", "ad", ["content": Bench.content, "ad": Self.refused])
        #expect(try errors([playing, playing, playing, playing]) == [1, 1, 0, 0])
    }
}
