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

    private struct Credited: Hashable, CustomStringConvertible {
        let lane: NielsenLane
        let assetid: String
        let seconds: Int
        let minutes: Int
        let ended: Bool

        init(_ lane: NielsenLane, _ assetid: String, _ seconds: Int, minutes: Int, ended: Bool = true) {
            self.lane = lane
            self.assetid = assetid
            self.seconds = seconds
            self.minutes = minutes
            self.ended = ended
        }

        init(_ credit: NielsenCredit) {
            self.init(
                credit.lane,
                credit.assetid,
                credit.seconds,
                minutes: credit.creditedMinutes,
                ended: credit.ended
            )
        }

        var description: String { "\(lane) \(assetid): \(seconds) s, \(minutes) min, ended \(ended)" }
    }

    /// What passed: content for 60, 30 and 30 seconds, the preroll for 15 and the midroll for 20.
    ///
    /// The playhead before each stop comes at the same moment, so it adds nothing.
    private static let credited = [
        Credited(.content, "0129370", 120, minutes: 2),
        Credited(.ad, "ad123", 15, minutes: 0),
        Credited(.ad, "ad907", 20, minutes: 0),
    ]

    /// Plays the stream into the SDK itself.
    private static func creditedByTheSDK(_ settings: NielsenDCRSettings) throws -> [Credited] {
        let clock = ManualClock()
        let environment = NielsenEnvironment(clock: clock)
        let api = try NielsenAppApi.make(appInfo: ["appid": appId], environment: environment)
        let destination = NielsenDCRDestination(settings: settings, clock: clock) { _ in NielsenResumingSDK(api) }
        for (event, properties, seconds) in stream {
            destination.track(SegmentTrackEvent(event: event, properties: properties))
            clock.advance(by: .seconds(seconds))
        }
        return api.creditSummary.map(Credited.init).sorted { $0.assetid < $1.assetid }
    }

    @Test func eachAssetIsCreditedWithWhatWasPlayedOfIt() throws {
        #expect(try Self.creditedByTheSDK(NielsenDCRSettings(appId: Self.appId)) == Self.credited)
    }

    @Test func metadataThatIsLoadedAgainAfterEachStopIsCreditedTheSame() throws {
        var settings = NielsenDCRSettings(appId: Self.appId)
        settings.reload = .afterStop
        #expect(try Self.creditedByTheSDK(settings) == Self.credited)
    }

    @Test func withoutTheReloadTheAdIsCreditedWithTheRest() throws {
        var settings = NielsenDCRSettings(appId: Self.appId)
        settings.reload = .never
        let credited = try Self.creditedByTheSDK(settings)
        #expect(credited.first == Credited(.content, "0129370", 60, minutes: 1))
        #expect(credited.filter { $0.assetid == "ad907" }.map(\.seconds).reduce(0, +) > 60)
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

    @Test func noHeartbeatGoesToTheHubAfterTheExtensionIsUnregistered() throws {
        let test = TestHub()
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(clock: test.clock)))
        try service.register(with: test.hub)
        test.start()
        let tap = RecordingTap()
        test.hub.install(tap)
        func heard() -> Int { tap.dispatched.count { $0.name == "TrackSDKEvent" } }
        let destination = NielsenDCRDestination(
            settings: NielsenDCRSettings(appId: Self.appId),
            clock: test.clock
        ) { appInfo in
            NielsenHubSDK(appInfo: appInfo, service: service, hub: test.hub).map(NielsenResumingSDK.init)
        }
        destination.track(SegmentTrackEvent(event: "Video Content Started", properties: Self.content))
        test.advance(by: .seconds(3))
        #expect(heard() == 3)
        try test.hub.unregister(NielsenInstanceService.extensionName)
        test.run()
        test.advance(by: .seconds(10))
        #expect(heard() == 3)
        destination.shutdown()
    }
}
