// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

/// Timers that a clock cancels too late: they run, and change nothing.
struct LateTimerTests {
    /// A clock that never cancels what is scheduled.
    private final class LateClock: HubClock {
        private let clock = ManualClock()
        private let count = Locked(0)

        /// How much was ever scheduled.
        var scheduled: Int { count.withLock { $0 } }
        var now: Instant { clock.now }
        var date: Date { clock.date }

        func advance(by duration: Duration) { clock.advance(by: duration) }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            count.withLock { $0 += 1 }
            _ = clock.schedule(after: delay, work)
            return ScheduledWork {}
        }
    }

    @Test func aTimerOfAnEarlierBeatChangesNothing() {
        let clock = LateClock()
        let sdk = RecordingNielsenSDK()
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P1"), clock: clock) { _ in sdk }
        let event = SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c", "position": 0])
        destination.track(event)
        clock.advance(by: .milliseconds(500))
        // The beat is due half a second later now, and the timer of the first one still runs.
        destination.track(event)
        #expect(clock.scheduled == 2)
        clock.advance(by: .milliseconds(500))
        #expect(clock.scheduled == 2)
        #expect(sdk.calls.map(\.short) == ["load content c", "load content c"])
        clock.advance(by: .milliseconds(500))
        #expect(clock.scheduled == 3)
        #expect(sdk.calls.map(\.short) == ["load content c", "load content c", "0"])
    }

    /// No timer is left to a stream that has ended, and one that runs all the same reports nothing.
    @Test func aTimerAfterTheEndReportsNothing() {
        let clock = LateClock()
        let sdk = RecordingNielsenSDK()
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P1"), clock: clock) { _ in sdk }
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c"]))
        destination.reset()
        clock.advance(by: .seconds(5))
        #expect(sdk.calls.map(\.short) == ["load content c", "end"])
        #expect(clock.scheduled == 1)
    }
}
