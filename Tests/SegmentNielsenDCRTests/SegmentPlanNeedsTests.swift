// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

@testable import SegmentNielsenDCR

/// What the destination needs of each event of a plan.
struct SegmentPlanNeedsTests {
    /// The properties of an event, each as what is made of it, and the names and types that it may have.
    private func needs(_ event: VideoEvent, _ settings: NielsenDCRSettings = NielsenDCRSettings()) -> [String] {
        SegmentPlanNeeds(settings).properties(of: event).map { property in
            let names = property.names.map { "\($0.name) \($0.kind)" }.joined(separator: ", ")
            return "\(property.key): \(names)\(property.isRequired ? "" : ", optional")"
        }
    }

    private static let position = "the playhead: position number"

    @Test func eachEventNeedsWhatIsMadeOfIt() {
        #expect(
            needs(.contentStarted) == [
                "assetid: asset_id identifier, content_asset_id identifier", "title: title text",
                "program: program text", "airdate: airdate text", "length: total_length number, content_length number",
                "isfullepisode: full_episode truth", "live streams: livestream truth, optional", Self.position,
            ]
        )
        #expect(
            needs(.contentPlaying) == [
                "assetid: asset_id identifier, content_asset_id identifier", Self.position,
            ]
        )
        #expect(
            needs(.adStarted) == [
                "assetid: asset_id identifier, ad_asset_id identifier", "type: type text", Self.position,
            ]
        )
        for event in [VideoEvent.playbackStarted, .playbackResumed] {
            #expect(
                needs(event) == [
                    "assetid: content_asset_id identifier, content_asset_ids identifiers, asset_id identifier",
                    Self.position,
                ]
            )
        }
        let others = Set(VideoEvent.allCases).subtracting([
            .contentStarted, .contentPlaying, .adStarted, .playbackStarted, .playbackResumed,
        ])
        for event in others { #expect(needs(event) == [Self.position], "\(event)") }
    }

    @Test func propertiesThatSettingsNameComeFirst() {
        var settings = NielsenDCRSettings()
        settings.contentAssetIdPropertyName = "mine"
        settings.assetIdPropertyName = "older"
        settings.adAssetIdPropertyName = "spot"
        settings.contentLengthPropertyName = "seconds"
        #expect(
            needs(.contentPlaying, settings).first
                == "assetid: mine identifier, older identifier, asset_id identifier, content_asset_id identifier"
        )
        #expect(
            needs(.adStarted, settings).first == "assetid: spot identifier, asset_id identifier, ad_asset_id identifier"
        )
        #expect(
            needs(.contentStarted, settings).contains(
                "length: seconds number, total_length number, content_length number"
            )
        )
        settings = NielsenDCRSettings()
        settings.contentAssetIdPropertyName = ""
        #expect(needs(.contentPlaying, settings) == needs(.contentPlaying))
    }

    @Test func interruptionsMayBeMissing() {
        let events = SegmentPlanNeeds.events
        #expect(events.map(\.event) == VideoEvent.allCases)
        #expect(
            events.filter { $0.severity == .warning }.map(\.event) == [
                .playbackInterrupted, .playbackBufferStarted, .playbackBufferCompleted, .playbackSeekStarted,
                .playbackSeekCompleted, .playbackExited,
            ]
        )
        #expect(events.count { $0.severity == .error } == 10)
    }
}
