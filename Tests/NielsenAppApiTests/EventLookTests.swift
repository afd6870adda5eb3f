// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// Which events have the screen looked at before they are measured: those that may begin playback, and no others.
struct EventLookTests {
    /// Counts the looks at it.
    private final class Screen: NielsenViewabilitySource {
        private let count = Locked(0)

        var looks: Int { count.withLock { $0 } }

        func look(
            for target: NielsenViewabilityTarget,
            in container: NielsenViewabilityContainer,
            _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
        ) {
            count.withLock { $0 += 1 }
            answer(nil)
        }
    }

    private let screen = Screen()
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
