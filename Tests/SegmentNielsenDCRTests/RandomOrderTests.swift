// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

/// Events in any order and with anything in them.
struct RandomOrderTests {
    private static let names = [
        "Video Playback Started", "Video Playback Paused", "Video Playback Interrupted",
        "Video Playback Buffer Started", "Video Playback Buffer Completed", "Video Playback Seek Started",
        "Video Playback Seek Completed", "Video Playback Resumed", "Video Playback Exited",
        "Video Playback Completed", "Video Content Started", "Video Content Playing", "Video Content Completed",
        "Video Ad Started", "Video Ad Playing", "Video Ad Completed", "Video Quality Updated", "Order Completed",
    ]

    /// Events after which no heartbeat may run until another one starts it.
    private static let silent: Set<String> = [
        "Video Playback Paused", "Video Playback Interrupted", "Video Playback Buffer Started",
        "Video Playback Seek Started", "Video Playback Exited", "Video Playback Completed", "Video Content Completed",
        "Video Ad Completed", "reset", "shutdown",
    ]

    private static let positions: [JSONValue?] = [
        nil, nil, 0, 5, 12.7, -3, "12", "12.7", "x", "", true, [], [3], [:], .null, 1e300, .int(.max), .int(.min),
        .double(.nan), 99_999_999_999, "99999999999999999999",
    ]

    private static func properties(_ random: inout SeededGenerator) -> JSONObject {
        var properties: JSONObject = ["asset_id": .string("c\(Int.random(in: 0...2, using: &random))")]
        if let position = positions.randomElement(using: &random) { properties["position"] = position }
        if Int.random(in: 0...5, using: &random) == 0 { properties["livestream"] = true }
        if Int.random(in: 0...3, using: &random) == 0 { properties["type"] = "pre-roll" }
        if Int.random(in: 0...3, using: &random) == 0 { properties["content"] = ["asset_id": "c0", "position": 3] }
        if Int.random(in: 0...3, using: &random) == 0 { properties["ad_asset_id"] = "a" }
        return properties
    }

    /// What must hold between the calls of one destination, whatever came in.
    private struct Rules {
        private(set) var broken: String?
        private var mayBeat = false
        private var isClosed = false

        mutating func check(_ calls: [NielsenCall], after name: String, beats: Bool) {
            if isClosed, !calls.isEmpty { broken = "\(calls.map(\.short)) after a shutdown" }
            for case .playheadPosition(let position) in calls where position < 0 {
                broken = "playhead \(position) after \(name)"
            }
            if beats, calls.contains(where: { if case .playheadPosition = $0 { false } else { true } }) {
                broken = "\(calls.map(\.short)) while time passed"
            }
            if beats, !mayBeat, !calls.isEmpty { broken = "a heartbeat after \(name)" }
        }

        mutating func note(_ name: String, isRunning: Bool) {
            if RandomOrderTests.silent.contains(name) {
                mayBeat = false
                if isRunning { broken = "the heartbeat runs after \(name)" }
            } else {
                mayBeat = isRunning
            }
            if name == "shutdown" { isClosed = true }
        }
    }

    @Test func eventsInAnyOrderKeepTheRules() {
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            var settings = NielsenDCRSettings(appId: "P1")
            settings.reload = NielsenDCRSettings.Reload.allCases.randomElement(using: &random) ?? .afterAd
            settings.seekAndBuffer =
                NielsenDCRSettings.SeekAndBuffer.allCases.randomElement(using: &random) ?? .stopAndPlay
            settings.contentCompleted =
                NielsenDCRSettings.ContentCompleted.allCases.randomElement(using: &random) ?? .stop
            settings.endsOnAssetSwitch = Bool.random(using: &random)
            let stage = Stage(settings)
            var rules = Rules()
            for _ in 0..<30 {
                let name: String
                switch Int.random(in: 0..<40, using: &random) {
                case 0:
                    name = "reset"
                    stage.destination?.reset()
                case 1:
                    name = "shutdown"
                    stage.destination?.shutdown()
                default:
                    name = Self.names.randomElement(using: &random) ?? ""
                    stage.track(name, Self.properties(&random))
                }
                rules.check(stage.sdk.calls, after: name, beats: false)
                stage.sdk.removeAll()
                let timers = stage.clock.pendingCount
                if timers > 1 { Issue.record("seed \(seed): \(timers) heartbeats after \(name)") }
                rules.note(name, isRunning: timers == 1)
                let seconds = Int.random(in: 0...3, using: &random)
                stage.wait(seconds)
                rules.check(stage.sdk.calls, after: name, beats: true)
                if timers == 1, stage.sdk.count != seconds {
                    Issue.record("seed \(seed): \(stage.sdk.count) beats in \(seconds) s after \(name)")
                }
                stage.sdk.removeAll()
            }
            if let broken = rules.broken { Issue.record("seed \(seed): \(broken)") }
            stage.destination = nil
            if stage.clock.pendingCount != 0 { Issue.record("seed \(seed): a timer is left") }
        }
    }

    @Test func everyEventOfEveryOrderReachesTheRealSDKWithoutHarm() throws {
        for seed in 0..<50 {
            var random = SeededGenerator(seed: UInt64(seed) &+ 1_000_000)
            let clock = ManualClock()
            let destination = NielsenDCRDestination(
                settings: NielsenDCRSettings(appId: "P00000000-0000-0000-0000-000000000001"),
                environment: NielsenEnvironment(clock: clock)
            )
            for _ in 0..<30 {
                let name = Self.names.randomElement(using: &random) ?? ""
                destination.track(SegmentTrackEvent(event: name, properties: Self.properties(&random)))
                clock.advance(by: .seconds(Int.random(in: 0...5, using: &random)))
            }
            destination.shutdown()
            #expect(clock.pendingCount == 0)
        }
    }

    // MARK: - Values of every kind in every place

    static let values: [JSONValue] = [
        .null, true, false, 0, 1, -1, .int(.max), .int(.min), 0.5, 400.0, 1e300, .double(.nan), .double(.infinity), "",
        "text", "true", "12", "2019-13-45", "é\u{301}👩‍👩‍👧", [], ["first", 2], [[1]], [:], ["a": ["b": [1, nil]]],
        .array([.double(.nan)]),
    ]

    static let keys = [
        "asset_id", "assetId", "content_asset_id", "content_asset_ids", "ad_asset_id", "program", "title",
        "total_length", "content_length", "airdate", "full_episode", "load_type", "livestream", "position", "type",
        "content", "custom",
    ]

    static let options = [
        "channelName", "mediaUrl", "pipmode", "adLoadType", "hasAds", "crossId1", "crossId2", "segA", "segB", "segC",
    ]

    @Test(arguments: values)
    func aValueOfAnyKindMayBeAnywhere(_ value: JSONValue) {
        let settings = NielsenDCRSettings([
            "appId": "P1", "contentAssetIdPropertyName": "custom", "adAssetIdPropertyName": "custom",
            "clientIdPropertyName": "custom", "contentLengthPropertyName": "custom", "customSectionProperty": "custom",
        ])
        let stage = Stage(settings)
        var expected = 0
        func track(_ properties: JSONObject, _ integrations: JSONObject) {
            for name in Self.names {
                stage.destination?.track(
                    SegmentTrackEvent(event: name, properties: properties, integrations: integrations)
                )
            }
            stage.destination?.screen(SegmentScreenEvent(name: "s", properties: properties, integrations: integrations))
            expected += 1
        }
        for key in Self.keys {
            track([key: value], [:])
            track(["type": "pre-roll", "content": [key: value]], [:])
        }
        for option in Self.options { track([:], ["Nielsen DCR": [option: value]]) }
        let isRefusal = value == false
        let before = stage.sdk.calls.filter { $0.metadata?["type"] == "static" }.count
        track([:], ["nielsen-dcr": value])
        track([:], ["other": value])
        track([:], ["All": value])
        let pages = stage.sdk.calls.filter { $0.metadata?["type"] == "static" }
        #expect(pages.count == before + (isRefusal ? 1 : 3))
        #expect(before == expected - 3)
        for case let metadata? in stage.sdk.calls.map(\.metadata) where metadata["type"] == "content" {
            #expect(metadata.count >= 14)
        }
    }

    @Test func untypedValuesAreTakenWithoutRefusingAny() {
        final class Odd {}
        var deep: Any = 1
        for _ in 0..<500 { deep = [deep] }
        let event = SegmentTrackEvent(
            "Video Content Started",
            properties: [
                "asset_id": NSNumber(value: 7), "airdate": Date(timeIntervalSince1970: 0), "odd": Odd(), "deep": deep,
                "title": URL(string: "http://127.0.0.1/a") as Any, "program": Optional<String>.none as Any,
                "position": Double.nan, "full_episode": NSNumber(value: true), "total_length": Float(2.5),
            ]
        )
        let metadata = NielsenDCRTranslator.metadata("Video Content Started", event.properties).first
        #expect(metadata?["assetid"] == "7")
        #expect(metadata?["airdate"] == "19700101 00:00:00")
        #expect(metadata?["title"] == "http://127.0.0.1/a")
        #expect(metadata?["program"] == "")
        #expect(metadata?["isfullepisode"] == "y")
        #expect(metadata?["length"] == "2.5")
        #expect(event.properties["odd"] == .null)
    }
}
