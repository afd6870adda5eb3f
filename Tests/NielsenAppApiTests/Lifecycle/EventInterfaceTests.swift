// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Interruptions, where the app tells everything with one call.
struct EventInterfaceTests {
    private let bench = Bench()

    private func track(
        _ tracker: NielsenEventTracker,
        _ event: String,
        _ type: String,
        _ position: Int? = nil,
        _ ad: [String: String]? = nil
    ) {
        var metadata: [String: Any] = ["content": Bench.content]
        if let ad { metadata["ad"] = ad }
        var values: [String: Any] = ["event": event, "type": type, "metadata": metadata]
        if let position { values["playheadPosition"] = String(position) }
        tracker.trackEvent(values)
    }

    private func play(_ tracker: NielsenEventTracker, _ positions: Range<Int>, _ ad: [String: String]? = nil) {
        for position in positions {
            track(tracker, "playhead", ad == nil ? "content" : "ad", position, ad)
            bench.wait(1)
        }
    }

    /// The app says what the documents ask for, and the system's events say it once more.
    @Test(arguments: [true, false])
    func aPauseOfTheAppAndTheBackgroundAreOneStop(_ pausesFirst: Bool) throws {
        let tracker = try bench.makeTracker()
        tracker.handle(.launch)
        play(tracker, 0..<45)
        if pausesFirst { track(tracker, "pause", "content", 45) }
        tracker.handle(.background)
        if !pausesFirst { track(tracker, "pause", "content", 45) }
        bench.wait(60)
        tracker.handle(.foreground)
        play(tracker, 45..<90)
        track(tracker, "complete", "content", 90)
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 [0, 1]"])
        #expect(tracker.creditSummary.count == 1)
    }

    /// The pause timeout ends a view also where the app is in the background; what goes on is a new view.
    @Test func moreThanHalfAnHourInTheBackgroundEndsTheView() throws {
        let tracker = try bench.makeTracker()
        tracker.handle(.launch)
        play(tracker, 0..<45)
        tracker.handle(.background)
        bench.wait(2_000)
        // 0 to 44: 45 seconds. 45 to 89: 15 of the first minute, and 30 of the second.
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 [0]"])
        tracker.handle(.foreground)
        play(tracker, 45..<90)
        track(tracker, "complete", "content", 90)
        #expect(bench.records.suffix(2) == ["view content vid345-67483#2 []", "end content vid345-67483#2 [1]"])
        #expect(tracker.creditSummary.map(\.seconds) == [45, 45])
    }
}
