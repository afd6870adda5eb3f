// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTesting
import SegmentNielsenDCR
import Testing

/// What is known of the asset that was stopped, and what is forgotten of it.
struct StoppedAssetTests {
    private func stage(_ change: (inout NielsenDCRSettings) -> Void) -> Stage {
        var settings = NielsenDCRSettings(appId: "P1")
        change(&settings)
        return Stage(settings)
    }

    // MARK: - Loading again

    /// Where nothing was stopped nothing is loaded again, whichever event is the first.
    @Test func contentThatWasNeverStoppedIsNotLoadedAgain() {
        let stage = stage { $0.reload = .afterStop }
        for _ in 0..<3 { stage.track("Video Content Playing", ["asset_id": "c"]) }
        #expect(stage.calls() == [])
    }

    @Test func aStopBeforeTheEndIsForgotten() {
        let stage = stage { $0.reload = .afterStop }
        stage.track("Video Content Started", ["asset_id": "c"])
        stage.track("Video Playback Paused")
        stage.track("Video Playback Completed")
        for _ in 0..<3 { stage.track("Video Content Playing", ["asset_id": "c"]) }
        #expect(stage.calls() == ["load content c", "stop", "end"])
    }

    @Test func anAdThatBeginsWhileContentIsStoppedIsNotLoadedAgain() {
        let stage = stage { $0.reload = .afterStop }
        stage.track("Video Content Started", ["asset_id": "c"])
        stage.track("Video Playback Paused")
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.track("Video Ad Playing", ["asset_id": "a"])
        #expect(stage.calls() == ["load content c", "stop", "load midroll a"])
    }

    // MARK: - After an ad

    /// Events of content name it by `asset_id`, those of playback by `content_asset_id`.
    @Test(
        arguments: [
            ("Video Content Playing", ["asset_id": "c", "content_asset_id": "x"], ["load content c"]),
            ("Video Playback Resumed", ["asset_id": "x", "content_asset_id": "c"], ["play", "load content c"]),
            ("Video Playback Resumed", ["content_asset_ids": ["c"]], ["play", "load content c"]),
        ] as [(String, JSONObject, [String])]
    )
    func theContentIsKnownByTheIdOfItsEvent(_ event: String, _ properties: JSONObject, _ calls: [String]) {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c", "title": "Episode"])
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.track("Video Ad Completed")
        _ = stage.calls()
        stage.track(event, properties)
        #expect(stage.sdk.calls.compactMap(\.metadata).map { $0["title"] } == ["Episode"])
        #expect(stage.calls() == calls)
    }

    /// After an ad without content an event of playback loads what it names, and nothing where it names nothing.
    @Test(
        arguments: [
            ("Video Playback Resumed", [:], ["play"]), ("Video Playback Seek Completed", ["position": 5], ["play"]),
            ("Video Playback Resumed", ["content_asset_id": "c"], ["play", "load content c"]),
            ("Video Content Playing", [:], ["load content "]),
            ("Video Content Playing", ["asset_id": "c"], ["load content c"]),
        ] as [(String, JSONObject, [String])]
    )
    func whatNobodyNamedIsNotLoaded(_ event: String, _ properties: JSONObject, _ calls: [String]) {
        let stage = Stage()
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.track("Video Ad Completed")
        #expect(stage.calls() == ["load midroll a", "stop"])
        stage.track(event, properties)
        #expect(stage.calls() == calls)
    }

    // MARK: - Positions

    /// Nothing is live that nobody called so, also after a stream that was.
    @Test func contentIsNotLiveUnlessItSaysSo() {
        let first = Stage()
        first.track("Video Content Playing", ["position": 5])
        first.wait(1)
        #expect(first.calls() == ["5"])
        let second = Stage()
        second.track("Video Content Started", ["asset_id": "c", "livestream": true])
        second.track("Video Playback Completed", ["position": 0])
        second.track("Video Content Playing", ["position": 5])
        second.wait(1)
        #expect(second.calls() == ["load content c", "1700000000", "end", "5"])
    }

    /// Where seeking moves the heartbeat only, it goes on from the position that it was stopped at.
    @Test(arguments: [(7, ["7", "8"]), (nil, ["1", "2"])] as [(Int64?, [String])])
    func aHeartbeatGoesOnWhereItWasHeld(_ position: Int64?, _ beats: [String]) {
        for name in ["Seek", "Buffer"] {
            let stage = stage { $0.seekAndBuffer = .heartbeatOnly }
            stage.track("Video Content Started", ["asset_id": "c", "position": 0])
            stage.wait(1)
            stage.track("Video Playback \(name) Started", position.map { ["position": .int($0)] } ?? [:])
            stage.wait(5)
            stage.track("Video Playback \(name) Completed")
            stage.wait(2)
            #expect(stage.calls() == ["load content c", "0"] + beats)
        }
    }

    // MARK: - Screens and other destinations

    /// A clock that is late is made up for before a page is loaded.
    @Test func beatsThatAreDueComeBeforeAScreen() {
        var translator = NielsenDCRTranslator()
        var effects: [NielsenDCREffect] = []
        let event = SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": "c", "position": 0])
        translator.track(event, at: NielsenDCRTime(now: .zero, unixSeconds: 0), into: &effects)
        effects = []
        let later = NielsenDCRTime(now: .zero + .seconds(2), unixSeconds: 2)
        translator.screen(SegmentScreenEvent(name: "Home"), at: later, into: &effects)
        #expect(effects.compactMap(\.call).map(\.short) == ["0", "1", "load static "])
    }

    @Test func whatIsNotForTheDestinationIsInTheLog() {
        let stage = Stage()
        let integrations: JSONObject = ["nielsen-dcr": false]
        stage.destination?.track(SegmentTrackEvent(event: "video_ad_started", integrations: integrations))
        stage.destination?.screen(SegmentScreenEvent(name: "Home", integrations: integrations))
        stage.destination?.track(SegmentTrackEvent(event: "Order Completed", integrations: integrations))
        #expect(
            stage.log.records.map(\.message) == [
                "Video Ad Started is not for this destination: its integrations say so",
                "a screen is not for this destination: its integrations say so",
            ]
        )
        #expect(stage.log.records.allSatisfy { $0.level == .debug })
        #expect(stage.calls() == [])
    }
}
