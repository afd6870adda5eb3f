// SPDX-License-Identifier: Apache-2.0

import HubServices
import SegmentNielsenDCR
import Testing

/// What findings of events and settings say, as wholes.
struct SegmentEventMessageTests {
    private static let content: JSONObject = [
        "asset_id": "c", "program": "P", "title": "T", "total_length": 100, "airdate": "2026-03-02", "position": 0,
    ]

    /// The messages of the last of some events.
    private func messages(
        _ events: (name: String, properties: JSONObject)...,
        settings: NielsenDCRSettings = NielsenDCRSettings()
    ) -> [String] {
        var check = SegmentEventCheck(settings)
        var findings: [SegmentFinding] = []
        for event in events {
            findings = check.check(SegmentTrackEvent(event: event.name, properties: event.properties))
        }
        return findings.map(\.message)
    }

    @Test func aPropertyThatIsMissingIsNamedWithWhatIsMadeOfIt() {
        #expect(
            messages(("Video Content Started", [:])) == [
                "content metadata needs assetid, and the event has no \"asset_id\"",
                "content metadata needs \"program\", and the event has no value for it",
                "content metadata needs \"title\", and the event has no value for it",
                "content metadata needs length, and the event has no \"total_length\"",
                "content metadata needs \"airdate\", and the event has no value for it",
            ]
        )
        #expect(
            messages(("Video Ad Started", [:])) == [
                "ad metadata needs assetid, and the event has no \"asset_id\"",
                "ad metadata needs \"type\", and the event has no value for it",
            ]
        )
        #expect(
            messages(("Video Playback Started", [:]))
                == ["content metadata needs assetid, and the event has no \"content_asset_id\""]
        )
    }

    @Test func settingsSayWhichPropertyIsMissing() {
        var settings = NielsenDCRSettings()
        settings.contentAssetIdPropertyName = "mine"
        settings.contentLengthPropertyName = "seconds"
        settings.adAssetIdPropertyName = "spot"
        let started = messages(("Video Content Started", [:]), settings: settings)
        #expect(started.first == "content metadata needs assetid, and the event has no \"mine\"")
        #expect(started.contains("content metadata needs length, and the event has no \"seconds\""))
        #expect(
            messages(("Video Ad Started", ["type": "mid-roll"]), settings: settings)
                == ["ad metadata needs assetid, and the event has no \"spot\""]
        )
        #expect(
            messages(("Video Playback Started", [:]), settings: settings)
                == ["content metadata needs assetid, and the event has no \"mine\""]
        )
    }

    /// What may be meant is shown up to its 64th letter.
    @Test func aLongNameIsShownByItsBeginning() {
        var settings = NielsenDCRSettings()
        let name = String(repeating: "p", count: 70)
        settings.contentAssetIdPropertyName = name
        let properties = Self.content.merging(["asset_id": .null, name + "q": "c"])
        #expect(
            messages(("Video Content Started", properties), settings: settings) == [
                "content metadata needs assetid, and the event has no \"\(name)\"; "
                    + "is \"\(name.prefix(64))\" meant to be it?"
            ]
        )
    }

    @Test func aValueIsShownByItsBeginning() {
        let text = String(repeating: "x", count: 100)
        #expect(
            messages(("Video Playback Paused", ["position": .string(text)])) == [
                "position is \"\(text.prefix(63)), which is not a number of seconds; use one such as 30"
            ]
        )
        #expect(
            messages(("Video Playback Paused", ["position": [1]]))
                == ["position is an array, which is not a number of seconds; use one such as 30"]
        )
        #expect(
            messages(("Video Playback Paused", ["livestream": .string(text)]))
                == ["livestream is \"\(text.prefix(63)), which counts as false; use true or false"]
        )
    }

    @Test func aPositionThatLiesOutsideIsNamedWithItsBounds() {
        #expect(
            messages(("Video Playback Paused", ["position": -1]))
                == ["position is -1 and must be from 0 to 100000000000"]
        )
        #expect(
            messages(("Video Playback Paused", ["position": 2, "livestream": true]))
                == ["position is 2, and a live stream's is an offset from now that is not positive"]
        )
        #expect(
            messages(("Video Playback Paused", ["position": 106, "total_length": 100]))
                == ["position is 106 and the content has a length of 100 seconds"]
        )
        #expect(
            messages(("Video Playback Paused", ["position": 1_010, "total_length": 100])) == [
                "position is 1010 and the content has a length of 100 seconds; "
                    + "both are in seconds, and this looks like milliseconds"
            ]
        )
    }

    // MARK: - The start of playback

    /// It names content as events of playback do, and may have all of its metadata.
    @Test func playbackThatStartsWithAllMetadataStartsTheContent() {
        #expect(messages(("Video Playback Started", ["content_asset_ids": ["c"]])) == [])
        let playing = ("Video Content Playing", [:] as JSONObject)
        #expect(messages(("Video Playback Started", Self.content), playing) == [])
        let what = "Video Content Playing without a Video Content Started before it; no metadata of it is loaded"
        for key in ["asset_id", "program", "title", "total_length", "airdate"] {
            var properties = Self.content
            properties[key] = JSONValue?.none
            #expect(messages(("Video Playback Started", properties), playing) == [what])
        }
        #expect(messages(("Video Content Started", Self.content), ("Video Playback Started", [:]), playing) == [what])
    }

    /// Ads belong to the playback in which they begin.
    @Test func playbackThatStartsHasNoAdYet() {
        let what = "Video Ad Playing without a Video Ad Started before it; no metadata of the ad is loaded"
        let ad = ("Video Ad Started", ["asset_id": "a", "type": "mid-roll"] as JSONObject)
        #expect(messages(ad, ("Video Ad Playing", [:])) == [])
        #expect(messages(ad, ("Video Playback Started", Self.content), ("Video Ad Playing", [:])) == [what])
    }

    // MARK: - Rules and settings

    @Test func fourRulesAreAboutReading() {
        let names = SegmentRule.all.filter(\.isAboutReading).map(\.name)
        #expect(
            names == [
                "SEGMENT_EVENT_UNKNOWN", "SEGMENT_POSITION_NOT_NUMBER", "SEGMENT_TIMESTAMP_UNREADABLE",
                "SEGMENT_TIMESTAMP_BACKWARDS",
            ]
        )
        for rule in SegmentRule.all { #expect(SegmentRule.named(rule.name) == rule) }
        #expect(SegmentRule.named("SEGMENT") == nil)
    }

    @Test func longSettingsAreShownByTheirBeginning() {
        let long = String(repeating: "z", count: 70)
        var problems: [String] = []
        let settings = NielsenDCRSettings(["reload": .string(long), long: 1], problems: &problems)
        #expect(settings == NielsenDCRSettings())
        #expect(
            problems == [
                "reload is \"\(long.prefix(64))\"; use \"never\" or \"afterAd\" or \"afterStop\"",
                "there is no setting \"\(long.prefix(64))\"; known are "
                    + NielsenDCRSettings.names.joined(separator: ", "),
            ]
        )
    }
}
