// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A translator from calls of the classic API to `trackEvent` dictionaries, the inverse of what the core does with events.
///
/// Classic calls report what changed, whereas an event reports the current state. The translator therefore keeps the
/// metadata and adds it to every event, and loading takes effect with the next playhead.
struct ClassicCallTranslator: Sendable {
    private enum Kind: String, Sendable {
        case content
        case ad
    }

    private var channelName: String?
    private var content: [String: String] = [:]
    private var ad: [String: String] = [:]
    private var page: [String: String] = [:]
    private var kind: Kind?
    /// False between a stop and the resumption: the SDK ignores a playhead there, and an event would open a stream.
    private var isPlaying = false

    /// Takes note of a call.
    ///
    /// - Returns: The event for it; nil where it takes effect with the next event, or belongs to nothing.
    mutating func event(for call: NielsenCall) -> JSONObject? {
        switch call {
        case .play(let channel):
            channelName = channel["channelName"]
            isPlaying = true
            return nil
        case .loadMetadata(let metadata):
            return load(metadata)
        case .playheadPosition(let position):
            return isPlaying ? current("playhead", ["playheadPosition": .string(String(position))]) : nil
        case .sendID3(let payload):
            return current("playhead", ["id3Data": .string(payload)])
        case .updateOTT(let info):
            return current("playhead", ["ottData": Self.object(info)])
        case .stop:
            isPlaying = false
            return current(kind == .ad ? "adStop" : "pause")
        case .end:
            isPlaying = false
            guard kind != nil else { return nil }
            defer { (kind, content, ad) = (nil, [:], [:]) }
            return event("complete", "content")
        case .staticEnd:
            guard !page.isEmpty else { return nil }
            defer { page = [:] }
            return event("pause", "static")
        case .userOptOut(let text):
            guard let choice = NielsenPrivacy.choice(of: text) else { return nil }
            // It changes nothing else: it comes with the current page, or with the end of a page that is not shown.
            return event(page.isEmpty ? "pause" : "playhead", "static", ["optout": .string(choice ? "true" : "false")])
        }
    }

    /// Stores metadata for the events that follow; only that of a page is an event at once.
    private mutating func load(_ metadata: [String: String]) -> JSONObject? {
        switch metadata["type"] {
        case "static":
            page = metadata
            return event("playhead", "static")
        case nil, "content":
            content = metadata
            kind = .content
        default:
            ad = metadata
            kind = .ad
        }
        isPlaying = true
        return nil
    }

    /// Returns an event about what is loaded; nil if nothing is.
    private func current(_ name: String, _ more: JSONObject = [:]) -> JSONObject? {
        kind.map { event(name, $0.rawValue, more) }
    }

    private func event(_ name: String, _ type: String, _ more: JSONObject = [:]) -> JSONObject {
        var told = content
        if !told.isEmpty, let channelName { told["channelName"] = channelName }
        let metadata: JSONObject = [
            "content": Self.object(told),
            "ad": Self.object(type == "ad" ? ad : [:]),
            "static": Self.object(type == "static" ? page : [:]),
        ]
        let event: JSONObject = ["event": .string(name), "type": .string(type), "metadata": .object(metadata)]
        return event.merging(more)
    }

    private static func object(_ values: [String: String]) -> JSONValue {
        .object(JSONObject(values.mapValues(JSONValue.string)))
    }
}
