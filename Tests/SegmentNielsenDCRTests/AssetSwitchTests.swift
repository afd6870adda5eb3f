// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// Which content ends the stream of the content before it, where the settings say that other content does.
struct AssetSwitchTests {
    private func stage() -> Stage {
        var settings = NielsenDCRSettings(appId: "P1")
        settings.endsOnAssetSwitch = true
        return Stage(settings)
    }

    /// Content that has no id is not known to be another one.
    @Test(
        arguments: [
            ("c", "d", true), ("c", "c", false), ("c", nil, false), (nil, "d", false), (nil, nil, false),
            ("", "d", false), ("c", "", false),
        ] as [(String?, String?, Bool)]
    )
    func onlyAnIdThatDiffersEndsTheStream(_ first: String?, _ second: String?, _ ends: Bool) {
        let stage = stage()
        for id in [first, second] {
            var properties: JSONObject = ["position": 0]
            properties["asset_id"] = id.map(JSONValue.string)
            stage.track("Video Content Started", properties)
        }
        let loads = ["load content \(first ?? "")", "load content \(second ?? "")"]
        #expect(stage.calls() == (ends ? [loads[0], "0", "end", loads[1]] : loads))
    }

    /// A stream that has ended is not ended again by the content that follows.
    @Test func contentAfterTheEndEndsNothing() {
        let stage = stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.track("Video Playback Completed", ["position": 4])
        stage.track("Video Content Started", ["asset_id": "d", "position": 0])
        #expect(stage.calls() == ["load content c", "4", "end", "load content d"])
    }

    /// The last playhead was sent with the stop, and is not sent again where other content ends the stream.
    @Test func aPlayheadThatWasStoppedAtIsSentOnce() {
        let stage = stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.wait(2)
        stage.track("Video Playback Paused", ["position": 2])
        stage.track("Video Content Started", ["asset_id": "d", "position": 0])
        #expect(stage.calls() == ["load content c", "0", "1", "2", "stop", "end", "load content d"])
    }

    /// Whoever simulates a destination hears that the heartbeat stops before the stream ends.
    @Test func theHeartbeatStopsBeforeTheEnd() {
        var settings = NielsenDCRSettings(appId: "P1")
        settings.endsOnAssetSwitch = true
        var translator = NielsenDCRTranslator(settings: settings)
        var effects: [NielsenDCREffect] = []
        for id in ["c", "d"] {
            effects = []
            let event = SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": .string(id)])
            translator.track(event, at: NielsenDCRTime(now: .zero, unixSeconds: 0), into: &effects)
        }
        #expect(effects.first == .heartbeatStopped)
        #expect(effects.compactMap(\.call).map(\.short) == ["end", "load content d"])
        #expect(effects.last == .heartbeatStarted(at: 0))
    }

    /// What an ad says of itself is not said of the content, also where the ad did not begin.
    @Test(arguments: ["Video Ad Playing", "Video Ad Completed"])
    func aLiveAdMakesNoLiveContent(_ name: String) {
        let stage = stage()
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.track(name, ["livestream": true, "position": -5])
        stage.track("Video Content Playing", ["asset_id": "c", "position": 10])
        _ = stage.calls()
        stage.wait(1)
        #expect(stage.calls() == ["10"])
    }
}
