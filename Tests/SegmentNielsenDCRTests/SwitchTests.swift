// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

/// What each setting changes.
struct SwitchTests {
    private static func stage(_ change: (inout NielsenDCRSettings) -> Void) -> Stage {
        var settings = NielsenDCRSettings(appId: "P1")
        change(&settings)
        return Stage(settings)
    }

    @Test func contentCompletedMayEndTheStreamToo() {
        let stage = Self.stage { $0.endsOnContentCompleted = true }
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.track("Video Content Completed", ["position": 3])
        stage.destination?.shutdown()
        #expect(stage.calls() == ["load content c", "3", "stop", "end"])
    }

    @Test func theChannelStaysThroughABuffer() {
        let stage = Stage()
        let options: JSONObject = ["channelName": "News", "mediaUrl": "https://media.example/a"]
        stage.track("Video Playback Started", ["content_asset_id": "c"], options: options)
        stage.track("Video Playback Buffer Started", ["position": 1])
        stage.track("Video Playback Buffer Completed", ["position": 1])
        stage.track("Video Playback Resumed", ["position": 1], options: ["channelName": "Sports"])
        stage.track("Video Playback Completed", ["position": 2])
        stage.track("Video Playback Started", ["content_asset_id": "d"])
        let plays = stage.sdk.calls.compactMap {
            if case .play(let channel) = $0 { channel["channelName"] } else { nil }
        }
        #expect(plays == ["News", "News", "Sports", "defaultChannelName"])
    }

    @Test func seekingAndBufferingMayMoveTheHeartbeatOnly() {
        let stage = Self.stage { $0.seekAndBuffer = .heartbeatOnly }
        stage.track("Video Content Started", ["asset_id": "c", "position": 0])
        stage.wait(1)
        stage.track("Video Playback Seek Started", ["position": 1])
        stage.wait(5)
        stage.track("Video Playback Seek Completed", ["position": 50])
        stage.wait(1)
        stage.track("Video Playback Buffer Started")
        stage.wait(5)
        stage.track("Video Playback Buffer Completed")
        stage.wait(1)
        #expect(stage.calls() == ["load content c", "0", "50", "51"])
    }

    @Test func playbackMayStartWithPlay() {
        let stage = Self.stage { $0.playbackStarted = .playThenLoad }
        stage.track("Video Playback Started", ["content_asset_id": "c"])
        #expect(stage.calls() == ["play", "load content c"])
    }

    private static func midroll(_ stage: Stage, then event: String, _ properties: JSONObject) -> [String] {
        stage.track("Video Content Started", ["asset_id": "c", "title": "Episode", "full_episode": true])
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.track("Video Ad Completed")
        _ = stage.calls()
        stage.track(event, properties)
        return stage.sdk.calls.map(\.short)
    }

    @Test func contentIsLoadedAgainAfterAnAd() {
        let stage = Stage()
        let playing: JSONObject = ["asset_id": "c", "position": 5]
        #expect(Self.midroll(stage, then: "Video Content Playing", playing) == ["load content c"])
        let metadata = stage.sdk.calls.first?.metadata
        // What the event does not say is known from before.
        #expect(metadata?["title"] == "Episode")
        #expect(metadata?["isfullepisode"] == "y")
        stage.sdk.removeAll()
        stage.track("Video Content Playing", playing)
        #expect(stage.calls().isEmpty)
    }

    @Test func otherContentAfterAnAdIsLoadedAsItself() {
        let stage = Stage()
        #expect(Self.midroll(stage, then: "Video Content Playing", ["asset_id": "d"]) == ["load content d"])
        #expect(stage.sdk.calls.first?.metadata?["title"] == "")
    }

    @Test(arguments: ["Video Playback Resumed", "Video Playback Seek Completed", "Video Playback Buffer Completed"])
    func resumingAfterAnAdLoadsTheContentAgain(_ event: String) {
        let stage = Stage()
        #expect(Self.midroll(stage, then: event, ["position": 5]) == ["play", "load content c"])
    }

    @Test func anAdThatWasPausedGoesOnAsAnAd() {
        let stage = Stage()
        stage.track("Video Content Started", ["asset_id": "c"])
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.wait(3)
        stage.track("Video Playback Paused", ["ad_asset_id": "a", "content_asset_id": "c", "position": 3])
        stage.track("Video Playback Resumed", ["ad_asset_id": "a", "content_asset_id": "c", "position": 3])
        stage.wait(1)
        #expect(
            stage.calls() == ["load content c", "load midroll a", "0", "1", "2", "3", "stop", "play", "3"]
        )
        stage.track("Video Playback Paused")
        stage.track("Video Playback Resumed", ["content_asset_id": "c", "position": 9])
        #expect(stage.calls() == ["3", "stop", "play", "load content c"])
    }

    @Test func nothingIsLoadedAgainWhereThatIsSwitchedOff() {
        let stage = Self.stage { $0.reload = .never }
        #expect(Self.midroll(stage, then: "Video Content Playing", ["asset_id": "c"]).isEmpty)
    }

    @Test func whatWasStoppedMayBeLoadedAgain() {
        let stage = Self.stage { $0.reload = .afterStop }
        stage.track("Video Content Started", ["asset_id": "c"])
        stage.track("Video Playback Paused")
        stage.track("Video Playback Resumed")
        stage.track("Video Playback Seek Started")
        stage.track("Video Content Playing", ["asset_id": "c"])
        stage.track("Video Content Playing", ["asset_id": "c"])
        stage.track("Video Ad Started", ["asset_id": "a", "type": "mid-roll"])
        stage.track("Video Playback Paused", ["ad_asset_id": "a"])
        stage.track("Video Playback Resumed", ["ad_asset_id": "a"])
        stage.track("Video Playback Paused", ["ad_asset_id": "a"])
        stage.track("Video Ad Playing", ["asset_id": "a"])
        stage.track("Video Ad Playing", ["asset_id": "a"])
        #expect(
            stage.calls() == [
                "load content c", "stop", "play", "load content c", "stop", "load content c", "load midroll a", "stop",
                "play", "load midroll a", "stop", "load midroll a",
            ]
        )
    }

    @Test func otherContentEndsTheStreamWhereThatIsSwitchedOn() {
        for isOn in [false, true] {
            let stage = Self.stage { $0.endsOnAssetSwitch = isOn }
            stage.track("Video Content Started", ["asset_id": "c", "position": 0])
            stage.wait(2)
            stage.track("Video Content Started", ["asset_id": "d", "position": 0])
            stage.track("Video Playback Paused", ["position": 0])
            stage.track("Video Playback Resumed", ["content_asset_id": "e"])
            let off = ["load content c", "0", "1", "load content d", "0", "stop", "play"]
            let on = [
                "load content c", "0", "1", "1", "end", "load content d", "0", "stop", "end", "play", "load content e",
            ]
            #expect(stage.calls() == (isOn ? on : off))
        }
    }

    @Test func brandsAreReadWhereSettingsNameThem() {
        let properties: JSONObject = ["clientId": "x", "subbrand": "y", "my_client": "z"]
        func brands(_ change: (inout NielsenDCRSettings) -> Void) -> [String?] {
            var settings = NielsenDCRSettings()
            change(&settings)
            let metadata = NielsenDCRTranslator.metadata("Video Content Started", properties, settings: settings).first
            return [metadata?["clientid"], metadata?["subbrand"]]
        }
        #expect(brands { _ in } == [nil, nil])
        #expect(brands { $0.usesAndroidPropertyNames = true } == ["x", "y"])
        #expect(brands { $0.clientIdPropertyName = "myClient" } == ["z", nil])
        #expect(brands { $0.clientIdPropertyName = "none" } == [nil, nil])
        #expect(brands { $0.clientIdPropertyName = "" } == [nil, nil])
    }

    @Test func propertiesThatSettingsNameComeFirst() {
        var settings = NielsenDCRSettings()
        settings.contentAssetIdPropertyName = "mine"
        settings.assetIdPropertyName = "older"
        settings.contentLengthPropertyName = "seconds"
        settings.adAssetIdPropertyName = "spot"
        func content(_ properties: JSONObject) -> [String: String]? {
            NielsenDCRTranslator.metadata("Video Content Started", properties, settings: settings).first
        }
        let all: JSONObject = ["mine": 1, "older": 2, "asset_id": 3, "seconds": 4, "total_length": 5]
        #expect(content(all)?["assetid"] == "1")
        #expect(content(all)?["length"] == "4")
        #expect(content(["older": 2, "asset_id": 3, "total_length": 5])?["assetid"] == "2")
        #expect(content(["asset_id": 3, "total_length": 5])?["length"] == "5")
        let ad = NielsenDCRTranslator.metadata("Video Ad Started", ["Spot": 7, "asset_id": 8], settings: settings)
        #expect(ad.first?["assetid"] == "7")
    }

    @Test func settingsAreReadFromWhatTheServerSends() {
        let own: JSONObject = [
            "appId": "P1", "nolDevDebug": "1", "sendCurrentTimeLivestream": "true", "reload": "AFTER_STOP",
            "contentCompleted": "stopThenEnd", "sfCode": "dcr", "colour": "red", "seekAndBuffer": 7,
        ]
        var problems: [String] = []
        let settings = NielsenDCRSettings(own, problems: &problems)
        #expect(settings.appId == "P1")
        #expect(settings.sendCurrentTimeLivestream)
        #expect(settings.reload == .afterStop)
        #expect(settings.endsOnContentCompleted)
        #expect(settings.seekAndBuffer == .stopAndPlay)
        #expect(problems.count == 2)
        #expect(problems.first == "seekAndBuffer is a number; use \"stopAndPlay\" or \"heartbeatOnly\"")
        #expect(problems.last?.hasPrefix("there is no setting \"colour\"; known are appId,") == true)
        let whole: [String: Any] = ["integrations": ["Nielsen DCR": ["appId": "P2"], "Other": ["appId": "no"]]]
        #expect(NielsenDCRSettings(whole).appId == "P2")
        #expect(NielsenDCRSettings(["integrations": ["Other": ["appId": "no"]]] as JSONObject).appId == "")
    }

    @Test func theSDKIsToldOfTheApp() {
        var settings = NielsenDCRSettings(appId: "P1")
        let app = NielsenDCRApp(name: "Player", version: "7")
        let usual = ["appid": "P1", "appname": "Player", "appversion": "7", "sfcode": "dcr"]
        #expect(settings.appInfo(app) == usual)
        settings.nolDevDebug = true
        settings.optout = true
        let more = ["nol_devDebug": "DEBUG", "optout": "true"]
        #expect(settings.appInfo(app) == usual.merging(more) { $1 })
        #expect(NielsenDCRSettings(appId: "P1").appInfo(NielsenDCRApp(name: "", version: "")).count == 2)
    }
}
