// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppSDKExtension

/// An instance that is reached by events of a hub.
struct SoakEvents: SoakInstance {
    let hub: EventHub
    let identifier: String

    func begin(_ asset: String) {}

    func playhead(_ asset: String, _ position: Int) {
        send(asset, ["event": "playhead", "type": "content", "playheadPosition": .string(String(position))])
    }

    func end(_ asset: String) { send(asset, ["event": "complete", "type": "content"]) }

    func shutdown() {
        dispatch("RemoveSDKInstanceEvent", ["identifier": .string(identifier)])
    }

    private func send(_ asset: String, _ event: JSONObject) {
        var event = event
        let metadata = JSONObject(Self.metadata(asset).sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        event["metadata"] = ["content": .object(metadata)]
        dispatch("TrackSDKEvent", ["identifier": .string(identifier), "data": .object(event)])
    }

    private func dispatch(_ name: String, _ data: JSONObject) {
        guard
            let event = try? Event(
                name: name,
                type: NielsenInstanceEvent.type,
                source: NielsenInstanceEvent.source,
                data: data
            )
        else { return }
        hub.dispatch(event)
    }
}
