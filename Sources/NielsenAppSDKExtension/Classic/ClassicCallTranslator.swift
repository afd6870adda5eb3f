// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Turns calls of the classic API into `trackEvent` dictionaries, the way back from `NielsenTrackEventTranslator`.
///
/// The classic calls say what changed; an event says what is the case. So metadata is kept and goes with every event,
/// and loading shows at the next playhead.
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
    /// False between a stop and what goes on: the SDK ignores a playhead there, and an event would open a stream.
    private var isPlaying = false

    mutating func play(_ channel: [String: String]) {
        channelName = channel["channelName"]
        isPlaying = true
    }

    /// Keeps metadata.
    ///
    /// - Returns: The event of a page, which is not waited with.
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

    /// A playhead. Before anything was loaded, and after a stop, it belongs to nothing and there is no event.
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

    /// The user's choice, on an event that changes nothing else: the page that is shown, or the end of one that is not.
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
