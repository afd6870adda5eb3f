// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Says in events what a player does.
struct EventScript {
    private var content: Asset?
    private var ad: Asset?
    private var current: Asset?
    private var isLoaded = false
    /// True from a playhead on until what ends its run.
    private var isRunning = false

    /// The event of a step; nil where nothing is to be said.
    mutating func event(_ step: Step) throws(Obstacle) -> JSONObject? {
        switch step {
        case .play:
            if isLoaded { throw .noPlay }
            return nil
        case .load(let asset):
            if asset.lane == .static {
                return ["event": "playhead", "type": "static", "metadata": ["static": object(asset)]]
            }
            if asset == current, isRunning { throw .noReload }
            if asset.lane == .content { content = asset } else { ad = asset }
            current = asset
            isLoaded = true
            isRunning = false
            return nil
        case .at(let position):
            isRunning = true
            return event("playhead", position)
        case .stop:
            isRunning = false
            return event(current?.lane == .ad ? "adStop" : "pause")
        case .end:
            isLoaded = false
            isRunning = false
            return event("complete")
        case .background, .pass:
            return nil
        }
    }

    private func event(_ name: String, _ position: Int64? = nil) -> JSONObject {
        var metadata = JSONObject()
        if let content { metadata["content"] = object(content) }
        if current?.lane == .ad, let ad { metadata["ad"] = object(ad) }
        var event: JSONObject = [
            "event": .string(name), "type": current?.lane == .ad ? "ad" : "content", "metadata": .object(metadata),
        ]
        if let position { event["playheadPosition"] = .string(String(position)) }
        return event
    }

    private func object(_ asset: Asset) -> JSONValue { .object(JSONObject(asset.metadata.mapValues(JSONValue.string))) }
}

/// By `trackEvent`.
final class EventTeller: Teller {
    private let tracker: NielsenEventTracker
    private var script = EventScript()

    init(_ bench: WayBench) throws {
        tracker = try NielsenEventTracker.make(appInfo: WayBench.appInfo, environment: bench.environment)
    }

    func take(_ step: Step) throws {
        if case .background = step { tracker.handle(.background) }
        if let event = try script.event(step) { tracker.trackEvent(event.anyDictionary) }
    }

    func finish() { tracker.shutdown() }
}
