// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR

/// A destination with a clock that is moved by hand and an SDK that keeps its calls.
final class Stage {
    let clock: ManualClock
    let sdk: RecordingNielsenSDK
    let log = RecordingSink()
    var destination: NielsenDCRDestination?

    init(_ settings: NielsenDCRSettings? = NielsenDCRSettings(appId: "P1"), unixSeconds: Double = 1_700_000_000) {
        let clock = ManualClock(date: Date(timeIntervalSince1970: unixSeconds))
        let sdk = RecordingNielsenSDK()
        self.clock = clock
        self.sdk = sdk
        destination = NielsenDCRDestination(
            settings: settings,
            appName: "Player",
            appVersion: "7",
            clock: clock,
            log: Log(level: .verbose, sink: log)
        ) { _ in sdk }
    }

    func track(_ event: String, _ properties: JSONObject = [:], options: JSONObject = [:]) {
        let integrations: JSONObject = options.isEmpty ? [:] : ["nielsen-dcr": .object(options)]
        destination?.track(SegmentTrackEvent(event: event, properties: properties, integrations: integrations))
    }

    func wait(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

    /// The calls since the last time that this was asked, in short: metadata by its type and id.
    func calls() -> [String] {
        defer { sdk.removeAll() }
        return sdk.calls.map(\.short)
    }
}

extension NielsenCall {
    /// The call in a few letters, for comparisons that people read.
    var short: String {
        switch self {
        case .play(let channel):
            channel["channelName"] == "defaultChannelName" ? "play" : "play \(channel["channelName"] ?? "-")"
        case .loadMetadata(let metadata): "load \(metadata["type"] ?? "-") \(metadata["assetid"] ?? "-")"
        case .playheadPosition(let position): "\(position)"
        case .userOptOut(let text): "optOut \(text)"
        case .stop, .end, .sendID3, .staticEnd, .updateOTT: name
        }
    }

    var metadata: [String: String]? {
        if case .loadMetadata(let metadata) = self { metadata } else { nil }
    }
}

extension NielsenDCRTranslator {
    /// The metadata that an event is loaded with.
    static func metadata(
        _ event: String,
        _ properties: JSONObject,
        options: JSONObject = [:],
        settings: NielsenDCRSettings = NielsenDCRSettings()
    ) -> [[String: String]] {
        var translator = NielsenDCRTranslator(settings: settings)
        var effects: [NielsenDCREffect] = []
        let integrations: JSONObject = options.isEmpty ? [:] : ["nielsen-dcr": .object(options)]
        translator.track(
            SegmentTrackEvent(event: event, properties: properties, integrations: integrations),
            at: NielsenDCRTime(now: .zero, unixSeconds: 1_700_000_000),
            into: &effects
        )
        return effects.compactMap { effect in
            effect.call?.metadata
        }
    }
}
