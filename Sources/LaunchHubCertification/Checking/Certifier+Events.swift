// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The dictionaries of `trackEvent`, as the calls that the SDK makes of them.
///
/// The SDK sees to the order, so rules about the order of calls do not apply.
extension Certifier {
    mutating func track(_ value: JSONValue?, at place: LogPlace) {
        isEventMode = true
        defer { isEventMode = false }
        guard let event = Self.object(value) else {
            return view.findings.add(validator.validate(.event, value ?? .null), at: place)
        }
        let name = event["event"]?.stringValue?.lowercased() ?? ""
        let lane = event["type"]?.stringValue?.lowercased() ?? "content"
        let metadata = Self.object(event["metadata"])
        let asset = Self.object(metadata?[lane]).flatMap { values in
            LoggedAsset((lenient.strings(in: .object(values)) ?? [:]).merging(["type": lane]) { own, _ in own })
        }
        if name == "playhead", lane == "static" {
            if let asset, page?.id != asset.id { loadPage(asset, [], at: place) }
        } else {
            follow(name, lane, asset, event["playheadPosition"], at: place)
        }
        let issues = validator.validate(.event, value ?? .null).filter { !$0.rule.hasPrefix("PLAYHEAD_") }
        if lane == "static" { pageFindings.add(issues, at: place) } else { view.findings.add(issues, at: place) }
        if let payloads = event["id3Data"] {
            for payload in payloads.arrayValue ?? [payloads] where payload.stringValue?.isEmpty == false {
                sendID3(payload, at: place)
            }
        }
    }

    private mutating func follow(
        _ name: String,
        _ lane: String,
        _ asset: LoggedAsset?,
        _ position: JSONValue?,
        at place: LogPlace
    ) {
        let value = position.flatMap { $0.isNull || $0 == .string("") ? nil : self.position($0, at: place) }
        switch name {
        case "playhead":
            if let completed, let value, let asset, phase == .ended, asset.id == completed.id,
                value >= completed.position, place.time - completed.time <= limits.lateComplete
            {
                return playhead(value, at: place)
            }
            if let asset { loadIfNeeded(asset, at: place) }
            if let value, phase != .nothing { playhead(value, at: place) }
        case "pause":
            if let value, case .playing = phase { playhead(value, at: place) }
            stop(at: place)
        case "adstop":
            if let value, case .playing(.ad) = phase { playhead(value, at: place) }
            if case .playing(.ad) = phase { stop(at: place) }
            ad = nil
        case "complete":
            if lane == "static" { return endPage(at: place) }
            if let value, case .playing = phase { playhead(value, at: place) }
            end(at: place)
        default: break
        }
    }

    private mutating func loadIfNeeded(_ asset: LoggedAsset, at place: LogPlace) {
        switch phase {
        case .playing(let lane), .loaded(let lane):
            let current = lane == .ad ? ad : view.content
            if lane == asset.lane, current?.id == asset.id { return }
        case .nothing, .stopped, .ended: break
        }
        load(asset, at: place)
    }

    /// An object, or that of JSON text.
    private static func object(_ value: JSONValue?) -> JSONObject? {
        if let text = value?.stringValue { return try? JSONObject(jsonText: text) }
        return value?.objectValue
    }
}
