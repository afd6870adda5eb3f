// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// The snippets stand as their document prints them.

import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

/// The snippets of the integration's document, as far as they are about the destination.
struct DocumentSnippetTests {
    /// "Analytics Swift Nielsen DCR Plugin", "Integration Specific Options".
    private func documentedOptions() -> [String: Any] {
        // snippet
        let options: [String: Any] = [
            "integrations": [
                "nielsen-dcr": [
                    "pipmode": "2017-05-22",
                    "adLoadType": "c3 value",
                    "channelName": "c4 value",
                    "mediaUrl": "c6 value",
                    "hasAds": true,
                    "crossId1": "cross id1 value",
                    "crossId2": "cross id2 value"
                ]
            ]
        ]
        // end of snippet
        return options
    }

    @Test func theDocumentedOptionsReachTheSDK() throws {
        let stage = Stage()
        let integrations = documentedOptions()["integrations"] as? [String: Any]
        stage.destination?.track(
            SegmentTrackEvent(
                "Video Playback Started",
                properties: ["content_asset_id": "c", "position": 0],
                integrations: integrations
            )
        )
        #expect(stage.sdk.calls.last == .play(["channelName": "c4 value", "mediaURL": "c6 value"]))
        let metadata = try #require(stage.sdk.calls.first?.metadata)
        #expect(metadata["pipmode"] == "2017-05-22")
        #expect(metadata["hasAds"] == "1")
        #expect(metadata["crossId1"] == "cross id1 value")
        #expect(metadata["crossId2"] == "cross id2 value")
        // Only "dynamic" is the dynamic ad model.
        #expect(metadata["adloadtype"] == "1")
    }

    /// "Analytics Swift Nielsen DCR Plugin", "Using the Plugin in your App": the destination is made without arguments,
    /// and its settings come later.
    @Test func theDestinationIsMadeAsDocumentedAndWaitsForItsSettings() {
        // snippet: "Analytics Swift Nielsen DCR Plugin", "Using the Plugin in your App", between the parentheses of
        // `analytics.add(plugin:)`
        let destination = NielsenDCRDestination()
        // end of snippet
        destination.track(SegmentTrackEvent("Video Content Started", properties: ["asset_id": "c"]))
        #expect(destination.optOutURL == nil)
        destination.update(settings: NielsenDCRSettings(["appId": "P1"]))
        #expect(destination.optOutURL != nil)
        destination.shutdown()
    }
}
