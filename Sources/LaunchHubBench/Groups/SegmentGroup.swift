// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import SegmentNielsenDCR

extension BenchGroup {
    /// The cost of the Segment destination: mapping an event, and the heartbeats of many.
    static let segment = BenchGroup("segment", "one playback event mapped, 1,000 adapters with heartbeats") { session in
        let results = session.measureTogether {
            [SegmentCost.mapping(session.count(20_000)), SegmentCost.tracking(session.count(20_000))]
        }
        session.report("segment_playback_event_mapped", results[0], "us", .atMost(25))
        session.report("segment_playback_event_to_sdk_calls", results[1], "us")
        let share = SegmentCost.heartbeats(adapters: 1_000, seconds: session.isQuick ? 2 : 5)
        session.report("segment_1000_heartbeats_share_of_a_core", Measurement(runs: [share]), "percent", .atMost(5))
    }
}

/// The costs of the destination.
private enum SegmentCost {
    private static let started: JSONObject = [
        "session_id": "12345", "content_asset_id": "0129370", "content_pod_id": "segA", "ad_asset_id": nil,
        "ad_type": nil, "position": 21, "total_length": 392, "sound": 88, "bitrate": 100, "full_screen": false,
        "video_player": "youtube", "ad_enabled": false, "quality": "hd1080", "title": "Interview with Tony Robbins",
        "program": "Tim Ferris Show", "airdate": "1991-08-13T00:00:00.000Z", "full_episode": true, "livestream": false,
        "load_type": "dynamic",
    ]
    private static let integrations: JSONObject = [
        "nielsen-dcr": ["adLoadType": "dynamic", "channelName": "News", "hasAds": true, "segB": "b", "crossId1": "id"]
    ]

    /// Microseconds of `Video Playback Started`, the event with the most to map, from the event to its calls.
    static func mapping(_ count: Int) -> Double {
        var translator = NielsenDCRTranslator()
        var effects: [NielsenDCREffect] = []
        let event = SegmentTrackEvent(
            event: "Video Playback Started",
            properties: started,
            integrations: integrations
        )
        var calls = 0
        let start = nanoseconds()
        for number in 0..<count {
            let time = NielsenDCRTime(now: Instant(nanoseconds: Int64(number)), unixSeconds: 1_700_000_000)
            translator.track(event, at: time, into: &effects)
            calls += effects.count
            effects.removeAll(keepingCapacity: true)
        }
        precondition(calls == 3 * count, "each event leads to two calls and a heartbeat")
        return Double(nanoseconds() - start) / 1_000 / Double(max(1, count))
    }

    /// Microseconds of the same event through a destination with its lock and its timer, up to an SDK that counts.
    static func tracking(_ count: Int) -> Double {
        let sdk = CountingSDK()
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P1")) { _ in sdk }
        let event = SegmentTrackEvent(
            event: "Video Playback Started",
            properties: started,
            integrations: integrations
        )
        let start = nanoseconds()
        for _ in 0..<count { destination.track(event) }
        let took = Double(nanoseconds() - start) / 1_000 / Double(max(1, count))
        precondition(sdk.count >= 2 * count, "each event leads to two calls")
        return took
    }

    /// Returns how much of a core, in percent, heartbeats into the SDK itself take.
    static func heartbeats(adapters: Int, seconds: Int) -> Double {
        let environment = NielsenEnvironment()
        let appInfo = "P00000000-0000-0000-0000-000000000001"
        let apis = Locked<[NielsenAppApi]>([])
        let destinations = (0..<adapters).map { number in
            let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: appInfo)) { appInfo in
                guard let api = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment) else {
                    return nil
                }
                apis.withLock { $0.append(api) }
                return NielsenResumingSDK(api)
            }
            destination.track(
                SegmentTrackEvent(event: "Video Content Started", properties: ["asset_id": .string("asset-\(number)")])
            )
            return destination
        }
        // The first beats are a second away: what was spent until now is not theirs.
        usleep(200_000)
        let start = nanoseconds()
        let used = ProcessUsage.of { usleep(UInt32(seconds) * 1_000_000) }
        let share = used.cpu * 1e3 / Double(nanoseconds() - start) * 100
        for destination in destinations { destination.shutdown() }
        let credited = apis.withLock { $0 }.flatMap(\.creditSummary).map(\.seconds).reduce(0, +)
        precondition(credited >= adapters * (seconds - 1), "each adapter beats once a second")
        return share
    }

    /// Counts the calls of an SDK.
    private final class CountingSDK: NielsenMeasurementSDK {
        private let calls = Locked(0)
        var count: Int { calls.withLock { $0 } }
        let optOutURL = ""
        let optOutStatus = false

        func play(_ channelInfo: Any?) { note() }
        func loadMetadata(_ metadata: Any?) { note() }
        func playheadPosition(_ playheadPos: Int64) { note() }
        func stop() { note() }
        func end() { note() }
        func userOptOut(_ optOut: String) -> Bool { false }

        private func note() { calls.withLock { $0 += 1 } }
    }
}
