// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Viewability of a tracker: its calls are those of the other class.
struct TrackerTests {
    private let bench = ViewabilityBench()

    private func makeTracker() throws -> NielsenEventTracker {
        bench.hasScreen = false
        return try NielsenEventTracker.make(appInfo: ViewabilityBench.appInfo, environment: bench.environment)
    }

    private func play(_ tracker: NielsenEventTracker) {
        for second in 0..<20 {
            bench.clock.advance(by: .seconds(1))
            tracker.trackEvent(
                [
                    "event": "playhead", "type": "content", "playheadPosition": "\(second)",
                    "metadata": ["content": ViewabilityBench.content],
                ] as [String: Any]
            )
        }
        tracker.trackEvent(["event": "complete", "type": "content", "playheadPosition": "20"] as [String: Any])
    }

    @Test func aSceneOfTheAppIsMeasured() throws {
        let tracker = try makeTracker()
        tracker.trackViewability(["viewTag": "7", "viewContainer": Screen.scene()])
        play(tracker)
        let body = try #require(bench.bodies(.content).last)
        #expect(ViewabilityBench.short("invs", body).allSatisfy { $0.hasPrefix("100@") })
        #expect(!ViewabilityBench.short("invs", body).isEmpty)
    }

    @Test func theNextSceneReplacesIt() throws {
        let tracker = try makeTracker()
        let values: [AnyHashable: Any] = ["viewTag": "7", "viewContainer": Screen.scene(), 5: "no key"]
        tracker.trackViewability(values)
        // What covers the lower half of the player.
        tracker.updateViewability(
            Screen.scene([NielsenViewabilityView(tag: "9", frame: rect(0, 100, 400, 100))])
        )
        play(tracker)
        let body = try #require(bench.bodies(.content).last)
        #expect(ViewabilityBench.short("invs", body).allSatisfy { $0.hasPrefix("50@") }, "\(body)")
        tracker.updateViewability(
            NielsenViewabilityScene(screen: rect(0, 0, 1, 1), window: rect(0, 0, 1, 1), views: [])
        )
        #expect(tracker.lastErrorDict?["errorCode"] as? Int == 19)
    }
}
