// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR

/// A call or a marker of the heartbeat, as the cases write it.
struct PeerCall: Hashable, CustomStringConvertible {
    let method: String
    let args: [JSONValue]

    init(_ method: String, _ args: [JSONValue] = []) {
        self.method = method
        self.args = args
    }

    init?(_ json: JSONValue) {
        guard let method = json["method"]?.stringValue else { return nil }
        self.init(method, json["args"]?.arrayValue ?? [])
    }

    init(_ call: NielsenCall) {
        func object(_ values: [String: String]) -> JSONValue {
            .object(JSONObject(values.mapValues(JSONValue.string)))
        }
        switch call {
        case .play(let values), .loadMetadata(let values), .updateOTT(let values):
            self.init(call.name, [object(values)])
        case .playheadPosition(let position): self.init(call.name, [.int(position)])
        case .sendID3(let text), .userOptOut(let text): self.init(call.name, [.string(text)])
        case .stop, .end, .staticEnd: self.init(call.name)
        }
    }

    init?(_ effect: NielsenDCREffect) {
        switch effect {
        case .call(let call): self.init(call)
        case .playhead(let position, _): self.init(.playheadPosition(position))
        case .heartbeatStarted(let position): self.init("heartbeat.start", [.int(position)])
        case .heartbeatStopped: self.init("heartbeat.stop")
        case .remark: return nil
        }
    }

    var description: String { "\(method)\(args)" }
}

/// What the suite of a published integration asserts, and what is recommended.
struct PeerCase {
    let id: String
    let platform: String
    let isOrdered: Bool
    let agrees: Bool
    let settings: NielsenDCRSettings
    let unixSeconds: Int64
    let events: [JSONValue]
    let expected: [PeerCall]
    let recommended: [PeerCall]
    /// The expected calls that are not made, and the methods that are called although the suite forbids them.
    let missing: [PeerCall]
    let madeAllTheSame: [String]

    init?(_ json: JSONValue) {
        guard let id = json["id"]?.stringValue, let platform = json["platform"]?.stringValue,
            let events = json["events"]?.arrayValue, let agrees = json["recommended_agrees"]?.boolValue
        else { return nil }
        func calls(_ key: String) -> [PeerCall] { (json[key]?.arrayValue ?? []).compactMap(PeerCall.init) }
        self.id = id
        self.platform = platform
        self.events = events
        self.agrees = agrees
        isOrdered = json["ordered"]?.boolValue ?? false
        var settings = NielsenDCRSettings(json["settings"]?.objectValue ?? [:])
        settings.usesAndroidPropertyNames = json["requires"] != nil
        self.settings = settings
        unixSeconds = json["clock_unix_seconds"]?.intValue ?? 1_700_000_000
        expected = calls("expected_calls")
        recommended = calls("recommended_calls")
        missing = calls("disagreement")
        madeAllTheSame = (json["disagreement"]?.arrayValue ?? []).compactMap { $0["forbidden"]?.stringValue }
    }

    /// The calls that are made for the events, with the markers of the heartbeat.
    func run() -> [PeerCall] {
        if events.first?["type"] == "api" { return runAPI() }
        var translator = NielsenDCRTranslator(settings: settings)
        var effects: [NielsenDCREffect] = []
        let time = NielsenDCRTime(now: .zero, unixSeconds: unixSeconds)
        for event in events {
            let properties = event["properties"]?.objectValue ?? [:]
            let integrations = event["integrations"]?.objectValue ?? [:]
            if let name = event["event"]?.stringValue {
                let track = SegmentTrackEvent(event: name, properties: properties, integrations: integrations)
                translator.track(track, at: time, into: &effects)
            } else {
                let name = event["name"]?.stringValue
                let screen = SegmentScreenEvent(name: name, properties: properties, integrations: integrations)
                translator.screen(screen, at: time, into: &effects)
            }
        }
        return effects.compactMap(PeerCall.init)
    }

    private func runAPI() -> [PeerCall] {
        let stage = Stage(settings)
        for event in events {
            switch event["method"]?.stringValue {
            case "optOutURL" where stage.destination?.optOutURL == stage.sdk.optOutURL:
                return [PeerCall("optOutURL")]
            case "userOptOutStatus":
                stage.destination?.userOptOutStatus(event["args"]?[0]?.stringValue ?? "")
            default: break
            }
        }
        return stage.sdk.calls.map(PeerCall.init)
    }

    // MARK: - Comparing

    /// The expected calls that were not made.
    ///
    /// The suites' spellings of the same thing are taken for it: Android leaves out what is empty; the web hands the
    /// last playhead to `stop` and `end` themselves, names the asset with the heartbeat, and stops the heartbeat before
    /// starting it where here the new one replaces the old one.
    func notMade(in made: [PeerCall]) -> [PeerCall] {
        var rest = made[...]
        return expected.filter { call in
            let place = (isOrdered ? rest : made[...]).indices.first { made[$0] == call || isSame(call, made, at: $0) }
            // A stop that is part of a start leaves the start to be found.
            let isPart = place.map { made[$0].method != call.method } ?? false
            if isOrdered, let place { rest = made[(isPart ? place : place + 1)...] }
            return place == nil
        }
    }

    private func isSame(_ call: PeerCall, _ made: [PeerCall], at place: Int) -> Bool {
        let other = made[place]
        switch (platform, call.method) {
        case ("android-kotlin", "loadMetadata"):
            guard other.method == "loadMetadata", let wanted = call.args.first?.objectValue,
                let found = other.args.first?.objectValue
            else { return false }
            return wanted.allSatisfy { found[$0.key] == $0.value }
                && found.allSatisfy { wanted[$0.key] != nil || $0.value == "" }
        case ("web-js", "stop"), ("web-js", "end"):
            return other == PeerCall(call.method) && place > 0
                && made[place - 1] == PeerCall("playheadPosition", call.args)
        case ("web-js", "heartbeat.start"):
            guard other.method == call.method, let position = call.args[1].intValue else { return false }
            let isLive = call.args.count > 2 && call.args[2] == true
            return other.args == [.int(isLive ? unixSeconds + position : position)]
        case ("web-js", "heartbeat.stop"):
            return other.method == "heartbeat.start"
        default:
            return false
        }
    }
}
