// SPDX-License-Identifier: Apache-2.0

import HubServices

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

    mutating func play(_ channel: [String: String]) {
        channelName = channel["channelName"]
        isPlaying = true
    }

    /// Stores metadata for the events that follow.
    ///
    /// - Returns: The event of a page, which is not delayed; nil for content and ads.
    mutating func load(_ metadata: [String: String]) -> JSONObject? {
        switch metadata["type"] {
        case "static":
            page = metadata
            return event("playhead", "static")
        case nil, "content":
            content = metadata
            kind = .content
            isPlaying = true
        default:
            ad = metadata
            kind = .ad
            isPlaying = true
        }
        return nil
    }

    /// Returns the event of a playhead; nil before anything was loaded and after a stop, when it belongs to nothing.
    func playhead(_ position: Int64) -> JSONObject? {
        guard isPlaying else { return nil }
        return kind.map { event("playhead", $0.rawValue, ["playheadPosition": .string(String(position))]) }
    }

    func id3(_ payload: String) -> JSONObject? {
        kind.map { event("playhead", $0.rawValue, ["id3Data": .string(payload)]) }
    }

    func ott(_ info: [String: String]) -> JSONObject? {
        let values = JSONValue.object(JSONObject(info.mapValues(JSONValue.string)))
        return kind.map { event("playhead", $0.rawValue, ["ottData": values]) }
    }

    mutating func stop() -> JSONObject? {
        isPlaying = false
        return kind.map { event($0 == .ad ? "adStop" : "pause", $0.rawValue) }
    }

    mutating func end() -> JSONObject? {
        isPlaying = false
        guard kind != nil else { return nil }
        defer {
            kind = nil
            content = [:]
            ad = [:]
        }
        return event("complete", "content")
    }

    mutating func staticEnd() -> JSONObject? {
        guard !page.isEmpty else { return nil }
        defer { page = [:] }
        return event("pause", "static")
    }

    /// Returns an event with the user's choice that changes nothing else: that of the current page, or the end of a
    /// page that is not shown.
    func optOut(_ choice: Bool) -> JSONObject {
        event(page.isEmpty ? "pause" : "playhead", "static", ["optout": .string(choice ? "true" : "false")])
    }

    private func event(_ name: String, _ type: String, _ more: JSONObject = [:]) -> JSONObject {
        func object(_ values: [String: String]) -> JSONValue {
            .object(JSONObject(values.mapValues(JSONValue.string)))
        }
        var told = content
        if !told.isEmpty, let channelName { told["channelName"] = channelName }
        let metadata: JSONObject = [
            "content": object(told),
            "ad": object(type == "ad" ? ad : [:]),
            "static": object(type == "static" ? page : [:]),
        ]
        let event: JSONObject = ["event": .string(name), "type": .string(type), "metadata": .object(metadata)]
        return event.merging(more)
    }
}
