// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import SegmentNielsenDCR
import Testing

/// The Video Spec's own example, a preroll, content, a midroll, content, and what the SDK credits for it.
struct VideoSpecTests {
    private static let appId = "P00000000-0000-0000-0000-000000000001"

    private static let content: JSONObject = [
        "session_id": "12345", "asset_id": "0129370", "title": "Interview with Tony Robbins",
        "program": "Tim Ferris Show", "total_length": 120, "full_episode": true, "airdate": "1991-08-13T00:00:00.000Z",
    ]

    private static func playback(_ position: Int64) -> JSONObject {
        [
            "session_id": "12345", "content_asset_ids": ["0129370"], "position": .int(position),
            "video_player": "youtube",
        ]
    }

    private static func ad(_ id: JSONValue, _ type: JSONValue, _ position: Int64, content: JSONObject? = nil)
        -> JSONObject
    {
        var ad: JSONObject = ["asset_id": id, "type": type, "title": "Ad", "position": .int(position)]
        ad["content"] = content.map(JSONValue.object)
        return ad
    }

    private static func content(at position: Int64) -> JSONObject {
        content.merging(["position": .int(position)])
    }

    /// The events, and the seconds that pass after each.
    private static let stream: [(String, JSONObject, Int)] = [
        ("Video Playback Started", playback(0), 0),
        ("Video Ad Started", ad("ad123", "pre-roll", 0, content: content), 10),
        ("Video Ad Playing", ad("ad123", "pre-roll", 10), 5),
        ("Video Ad Completed", ad("ad123", "pre-roll", 15), 0),
        ("Video Content Started", content(at: 0), 10),
        ("Video Content Playing", content(at: 10), 10),
        ("Video Content Playing", content(at: 20), 40),
        ("Video Content Completed", content(at: 60), 0),
        ("Video Ad Started", ad("ad907", "mid-roll", 0), 10),
        ("Video Ad Playing", ad("ad907", "mid-roll", 10), 10),
        ("Video Ad Completed", ad("ad907", "mid-roll", 20), 0),
        ("Video Content Playing", content(at: 60), 30),
        ("Video Playback Paused", playback(90), 300),
        ("Video Playback Resumed", playback(90), 0),
        ("Video Content Playing", content(at: 90), 30),
        ("Video Content Completed", content(at: 120), 0),
        ("Video Playback Completed", playback(120), 5),
    ]

    /// What passed: content for 60, 30 and 30 seconds, the preroll for 15 and the midroll for 20.
    ///
    /// The playhead before each stop comes at the same moment, so it adds nothing.
    private static let credited = [
        "content 0129370: 120 s, 2 min", "ad ad123: 15 s, 0 min", "ad ad907: 20 s, 0 min",
    ]

    @Test func eachAssetIsCreditedWithWhatWasPlayedOfIt() throws {
        let clock = ManualClock()
        let api = try NielsenAppApi.make(appInfo: ["appid": Self.appId], environment: NielsenEnvironment(clock: clock))
        let settings = NielsenDCRSettings(appId: Self.appId)
        let destination = NielsenDCRDestination(settings: settings, clock: clock) { _ in NielsenResumingSDK(api) }
        for (event, properties, seconds) in Self.stream {
            destination.track(SegmentTrackEvent(event: event, properties: properties))
            clock.advance(by: .seconds(seconds))
        }
        let credits = api.creditSummary.sorted { $0.assetid < $1.assetid }
        #expect(credits.map(\.ended) == [true, true, true])
        let told = credits.map { "\($0.lane) \($0.assetid): \($0.seconds) s, \($0.creditedMinutes) min" }
        #expect(told == Self.credited)
    }

    @Test func theCallsAreThoseOfTheTable() {
        let stage = Stage()
        for (event, properties, seconds) in Self.stream {
            stage.track(event, properties)
            stage.wait(seconds)
        }
        func beats(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }
        let preroll = ["load content 0129370", "play", "load content 0129370", "load preroll ad123"] + beats(0...15)
        let first = ["stop", "load content 0129370"] + beats(0...60)
        let midroll = ["stop", "load midroll ad907"] + beats(0...20)
        let second = ["stop", "load content 0129370"] + beats(60...90) + ["stop", "play"]
        let last = beats(90...120) + ["stop", "120", "end"]
        #expect(stage.calls() == preroll + first + midroll + second + last)
        #expect(stage.clock.pendingCount == 0)
    }

    @Test func aStreamThroughTheHubIsCreditedTheSame() throws {
        let test = TestHub()
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(clock: test.clock)))
        try service.register(with: test.hub)
        test.start()
        let tap = RecordingTap()
        test.hub.install(tap)
        let records = NielsenRecordingMeasurementSink()
        service.settings.environment.sink = records
        let destination = NielsenDCRDestination(
            settings: NielsenDCRSettings(appId: Self.appId),
            clock: test.clock
        ) { appInfo in
            NielsenHubSDK(appInfo: appInfo, service: service, hub: test.hub)
        }
        for (event, properties, seconds) in Self.stream {
            destination.track(SegmentTrackEvent(event: event, properties: properties))
            test.run()
            for _ in 0..<seconds { test.advance(by: .seconds(1)) }
        }
        test.run()
        let ends = records.records.filter { $0.kind == .end }
        let credited = ends.map { "\($0.lane?.rawValue ?? "") \($0.assetid) \($0.totalSeconds)" }.sorted()
        #expect(credited == ["ad ad123 15", "ad ad907 20", "content 0129370 120"])
        #expect(tap.dispatched.contains { $0.name == "TrackSDKEvent" })
        #expect(destination.optOutURL?.isEmpty == false)
        #expect(destination.userOptOutStatus("nielsenappsdk://1"))
        test.run()
        #expect(destination.optOutStatus)
        #expect(service.identifiers.count == 1)
        destination.shutdown()
        test.run()
        #expect(service.identifiers.isEmpty)
    }
}
