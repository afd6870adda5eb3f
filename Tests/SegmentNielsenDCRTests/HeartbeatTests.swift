// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

struct HeartbeatTests {
    @Test func theFirstBeatComesASecondLaterAndSaysTheEventsPosition() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 22])
        stage.clock.advance(by: .milliseconds(999))
        #expect(stage.calls() == ["load content c"])
        stage.clock.advance(by: .milliseconds(1))
        #expect(stage.calls() == ["22"])
        stage.wait(2)
        #expect(stage.calls() == ["23", "24"])
    }

    @Test func playingReplacesTheHeartbeatWithoutGapOrDouble() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.wait(10)
        stage.track("Video Content Playing", ["asset_id": "c", "position": 10])
        stage.wait(10)
        stage.track("Video Content Playing", ["asset_id": "c", "position": 20])
        stage.wait(1)
        #expect(stage.calls() == ["load content c"] + (0...20).map { "\($0)" })
        #expect(stage.clock.pendingCount == 1)
    }

    @Test func withoutAPositionWhatBeginsBeginsAtZeroAndWhatGoesOnGoesOn() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c"])
        stage.wait(2)
        stage.track("Video Content Playing", ["asset_id": "c"])
        stage.wait(2)
        stage.track("Video Playback Paused")
        stage.wait(60)
        stage.track("Video Playback Resumed")
        stage.wait(2)
        #expect(stage.calls() == ["load content c", "0", "1", "2", "3", "3", "stop", "play", "4", "5"])
    }

    /// Content that replaces the one before an ad begins at its own start, and is live only if it says so.
    @Test(arguments: [("c", "1700000001"), ("d", "0")])
    func whatIsKnownOfContentIsNotToldOfOtherContent(_ id: String, _ first: String) {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "livestream": true])
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.wait(1)
        stage.track("Video Ad Completed")
        stage.track("Video Content Playing", ["asset_id": .string(id), "position": 0])
        stage.wait(1)
        #expect(stage.calls().last == first)
        let plain = Stage()
        plain.track("Video Content Started", ["asset_id": "c", "position": 100])
        plain.wait(2)
        plain.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        plain.track("Video Ad Completed")
        plain.track("Video Content Playing", ["asset_id": .string(id)])
        plain.wait(1)
        #expect(plain.calls().last == (id == "c" ? "102" : "0"))
    }

    @Test func contentGoesOnWhereItWasAndNotWhereTheAdWas() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 100])
        stage.wait(2)
        stage.track("Video Content Completed")
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.wait(3)
        stage.track("Video Ad Completed")
        stage.track("Video Content Playing", ["asset_id": "c"])
        stage.wait(1)
        #expect(
            stage.calls() == [
                "load content c", "100", "101", "101", "stop", "load midroll a", "0", "1", "2", "2", "stop",
                "load content c", "102",
            ]
        )
    }

    static let stops = [
        "Video Playback Paused", "Video Playback Interrupted", "Video Playback Buffer Started",
        "Video Playback Seek Started", "Video Playback Exited", "Video Playback Completed", "Video Content Completed",
        "Video Ad Completed",
    ]

    @Test(arguments: stops)
    func aLastPlayheadComesBeforeEachStopAndEndAndNoneAfter(_ event: String) {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 7])
        stage.wait(2)
        stage.track(event, ["position": 9])
        let last = event == "Video Playback Completed" ? "end" : "stop"
        #expect(stage.calls() == ["load content c", "7", "8", "9", last])
        #expect(stage.clock.pendingCount == 0)
        stage.wait(100)
        #expect(stage.calls().isEmpty)
    }

    @Test func withoutAPositionTheLastReportedOneIsToldOrNone() {
        let stage = Stage()
        stage.track("Video Playback Paused")
        #expect(stage.calls() == ["stop"])
        stage.track("Video Content Started", ["asset_id": "c"])
        stage.track("Video Playback Paused")
        #expect(stage.calls() == ["load content c", "stop"])
        stage.track("Video Content Started", ["asset_id": "c", "position": 5])
        stage.track("Video Playback Paused")
        #expect(stage.calls() == ["load content c", "5", "stop"])
    }

    @Test func noBeatAfterResetShutdownOrANewAppId() {
        for finish in [
            { (destination: NielsenDCRDestination?) in destination?.reset() },
            { destination in destination?.shutdown() },
            { destination in destination?.update(settings: NielsenDCRSettings(appId: "other")) },
        ] as [(NielsenDCRDestination?) -> Void] {
            let stage = Stage()
            stage.track("Video Content Started", ["asset_id": "c", "position": 7])
            stage.wait(1)
            finish(stage.destination)
            #expect(stage.calls() == ["load content c", "7", "end"])
            #expect(stage.clock.pendingCount == 0)
            stage.wait(100)
            #expect(stage.calls().isEmpty)
        }
    }

    @Test func aForgottenAdapterEndsItsStreamAndLeavesNothingBehind() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 7])
        stage.wait(1)
        weak let destination = stage.destination
        #expect(destination != nil)
        stage.destination = nil
        #expect(destination == nil)
        #expect(stage.clock.pendingCount == 0)
        stage.wait(100)
        #expect(stage.calls() == ["load content c", "7", "end"])
    }

    // MARK: - Live streams

    @Test func liveStreamsTellTheTimeOfDay() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "livestream": true, "position": -30])
        stage.wait(3)
        stage.track("Video Content Playing", ["asset_id": "c", "livestream": true, "position": "-10"])
        stage.wait(1)
        stage.track("Video Playback Paused", ["position": -5])
        #expect(
            stage.calls() == [
                "load content c", "1699999970", "1699999971", "1699999972", "1699999993", "1699999999", "stop",
            ]
        )
    }

    @Test func liveStreamsAreNotInTheFutureAndNeedNoPosition() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "livestream": "true", "position": 30])
        stage.wait(1)
        stage.track("Video Content Playing", ["asset_id": "c", "livestream": 1])
        stage.wait(1)
        #expect(stage.calls() == ["load content c", "1700000000", "1700000001"])
    }

    @Test func contentThatItsPrerollSaysIsLiveIsRememberedAsLive() {
        let stage = Stage()
        stage.track(
            "Video Ad Started",
            ["asset_id": "a", "type": "pre-roll", "content": ["asset_id": "c", "livestream": true]]
        )
        stage.track("Video Ad Completed")
        stage.track("Video Content Playing", ["asset_id": "c", "position": -10])
        stage.wait(1)
        #expect(stage.calls() == ["load content c", "load preroll a", "stop", "load content c", "1699999990"])
    }

    @Test func anAdInALiveStreamHasPositionsOfItsOwn() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "livestream": true])
        stage.wait(1)
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll", "position": 2])
        stage.wait(1)
        stage.track("Video Ad Started", ["asset_id": "b", "type": "mid-roll", "livestream": true])
        stage.wait(1)
        #expect(
            stage.calls() == ["load content c", "1700000000", "load midroll a", "2", "load midroll b", "1700000002"]
        )
    }

    // MARK: - Clocks

    @Test func aLateClockMakesUpForAFewBeatsAndNotForASleep() {
        var translator = NielsenDCRTranslator()
        var effects: [NielsenDCREffect] = []
        func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
        let event = SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c", "position": 0])
        translator.track(event, at: NielsenDCRTime(now: .zero, unixSeconds: 0), into: &effects)
        effects = []
        translator.advance(to: at(4), into: &effects)
        #expect(effects == (0...3).map { .playhead($0, at: at($0)) })
        effects = []
        translator.advance(to: at(1_000), into: &effects)
        #expect(effects == [.playhead(4, at: at(4))])
        #expect(translator.nextBeat == at(1_001))
    }
}
