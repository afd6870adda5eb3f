// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenTesting
import SegmentNielsenDCR
import Testing

/// Settings that come late, more than once, or to a destination whose timers do.
struct LateSettingsTests {
    /// A clock that goes on and wakes nobody.
    private struct SilentClock: HubClock {
        let base = ManualClock()

        var now: Instant { base.now }
        var date: Date { base.date }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            ScheduledWork {}
        }
    }

    /// What was played since the last event is made up for, too, and at once.
    @Test(arguments: [1, 5, 30, 3_600])
    func theBeatsBehindTheLastEventAreMadeUpFor(_ seconds: Int) {
        let stage = Stage(nil)
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.wait(seconds)
        stage.destination?.update(settings: NielsenDCRSettings(appId: "P1"))
        #expect(stage.calls() == ["load content c"] + (0..<seconds).map { "\($0)" })
        stage.wait(1)
        #expect(stage.calls() == ["\(seconds)"])
    }

    /// What was dropped before the first settings is told once.
    @Test func otherSettingsTellNothingOfEarlierDrops() {
        let stage = Stage(nil)
        for _ in 0...NielsenDCRDestination.maximumWaitingEvents {
            stage.destination?.page(SegmentScreenEvent(name: "Home"))
        }
        for appId in ["P1", "P2", "P3"] { stage.destination?.update(settings: NielsenDCRSettings(appId: appId)) }
        #expect(
            stage.log.records.map(\.message) == ["1 events were dropped: no more than 1000 wait for settings"]
        )
    }

    /// Settings hold from their time on: what was played before is told first.
    @Test func beatsThatAreDueComeBeforeNewSettings() {
        let clock = SilentClock()
        let sdk = RecordingNielsenSDK()
        var settings = NielsenDCRSettings(appId: "P1")
        let destination = NielsenDCRDestination(settings: settings, clock: clock) { _ in sdk }
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c"]))
        clock.base.advance(by: .seconds(3))
        settings.contentAssetIdPropertyName = "mine"
        destination.update(settings: settings)
        #expect(sdk.calls.map(\.short) == ["load content c", "0", "1", "2"])
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: ["mine": "m"]))
        #expect(sdk.calls.map(\.short).suffix(1) == ["load content m"])
    }

    /// A time of day is in whole seconds; one that is none is the beginning of time.
    @Test(
        arguments: [
            (1_700_000_000, 1_700_000_000), (1.9, 1), (-0.5, -1), (.infinity, 0), (-.infinity, 0), (.nan, 0),
            (1e300, 0),
        ] as [(Double, Int64)]
    )
    func aTimeOfDayIsInWholeSeconds(_ seconds: Double, _ whole: Int64) {
        let clock = ManualClock(date: Date(timeIntervalSince1970: seconds))
        #expect(NielsenDCRTime(clock) == NielsenDCRTime(now: .zero, unixSeconds: whole))
    }
}
