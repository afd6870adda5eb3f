// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// Which events have the screen looked at before they are measured: those that may begin playback, and no others.
struct EventLookTests {
    private let screen = CountedScreen()
    private let bench = Bench()

    private func makeTracker() throws -> NielsenEventTracker {
        var environment = bench.environment()
        environment.viewability = screen
        let appInfo = Bench.appInfo.merging(["containerId": "7"]) { $1 }
        return try NielsenEventTracker.make(appInfo: appInfo, environment: environment)
    }

    private func event(_ name: String, _ type: String) -> [String: Any] {
        [
            "event": name, "type": type, "playheadPosition": "0",
            "metadata": ["content": Bench.content, "ad": Bench.preroll, "static": Bench.page],
        ]
    }

    @Test(arguments: [("playhead", "static"), ("pause", "content"), ("complete", "content"), ("adStop", "ad")])
    func whatBeginsNoPlaybackNeedsNoLook(_ name: String, _ type: String) throws {
        let tracker = try makeTracker()
        tracker.trackEvent(event(name, type))
        #expect(screen.looks == 0)
        withExtendedLifetime(tracker) {}
    }

    @Test(arguments: ["content", "ad"])
    func whatMayBeginPlaybackIsLookedAt(_ type: String) throws {
        let tracker = try makeTracker()
        tracker.trackEvent(event("playhead", type))
        #expect(screen.looks == 2)
        // What plays is looked at by the clock alone.
        tracker.trackEvent(event("playhead", type))
        #expect(screen.looks == 2)
        tracker.shutdown()
        bench.clock.advance(by: .seconds(10))
        #expect(screen.looks == 2)
    }
}
