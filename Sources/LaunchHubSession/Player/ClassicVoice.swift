// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Says with the classic calls what the sample player says with events, as a correct app does.
///
/// Source: "DCR Video iOS SDK guide", "API Call Sequence"; "iOS SDK API Reference", "Life Cycle of SDK Instance".
struct ClassicVoice {
    /// What was loaded last, and has not been stopped.
    private var lane: String?
    /// The metadata that was loaded last of each lane.
    private var loaded: [String: JSONObject] = [:]
    /// The lanes that were stopped, so that loading again continues them.
    private var stopped: Set<String> = []
    private var hasPlayed = false
    /// Whether measurement is switched off, so that the app calls nothing.
    private var isDisabled = false
    /// The last position, and when it was reported.
    private var last: (position: Int64, time: Int64)?

    /// Returns the calls for a step.
    ///
    /// - Parameter planned: An event, a call of the extension, or something that the player or the system did.
    /// - Returns: The calls, all at the time of the step; getters have none.
    mutating func steps(for planned: SessionRunner.Planned) -> [FaultyStep] {
        if planned.call != nil { return [FaultyStep(planned)] }
        guard let command = planned.command else { return [FaultyStep(planned)] }
        var said = Said(time: planned.time, instance: command.identifier ?? planned.identifier ?? "")
        switch DocumentedCall(event: command.name) {
        case .instantiateLocal:
            self = ClassicVoice()
            said.call("appInfo", command.data["data"])
        case .setAppDisable:
            let isDisabled = command.data["app_disable"] == 1
            said.call("appDisableApi", .bool(isDisabled))
            self = ClassicVoice()
            self.isDisabled = isDisabled
        case .track where !isDisabled:
            if let track = command.track, let data = command.data["data"]?.objectValue { say(track, data, &said) }
        case .track, .instantiateRemote, .remove, .optOutStatus, .appDisable, .demographicId, .optOutURL, .meterVersion,
            nil:
            break
        }
        return said.steps
    }

    private mutating func say(_ track: TrackedEvent, _ data: JSONObject, _ said: inout Said) {
        let metadata = data["metadata"]
        let position = track.playhead.flatMap(Int64.init)
        // A choice holds for what comes with it.
        if let choice = track.optOut { said.call("userOptOut", .string("nielsenappsdk://\(choice == "true" ? 1 : 0)")) }
        if let device = data["ottData"] { said.call("updateOTT", device) }
        switch (track.event, track.lane) {
        case ("playhead", "static"): said.call("loadMetadata", metadata?["static"], "loadMetadata.static")
        case (_, "static"): said.call("staticEnd")
        case ("playhead", let lane): play(lane, metadata, position, &said)
        case ("pause", _): stop(at: position, &said)
        case ("adStop", _):
            stop(at: position, &said)
            loaded["ad"] = nil
        case ("complete", _):
            stop(at: position, &said)
            said.call("end")
            self = ClassicVoice()
        default: said.call("trackEvent", .object(data))
        }
        if let payload = data["id3Data"] { said.call("sendID3", payload) }
    }

    private mutating func play(_ lane: String, _ metadata: JSONValue?, _ position: Int64?, _ said: inout Said) {
        if self.lane != nil, self.lane != lane { stop(at: nil, &said) }
        let content = metadata?["content"]?.objectValue
        if !hasPlayed, let content {
            let name = content["channelName"]
            said.call("play", name.map { .object(["channelName": $0]) })
            hasPlayed = true
            // Before a preroll the content is loaded first.
            if lane == "ad" { load("content", content, &said) }
        }
        if self.lane != lane, let own = metadata?[lane]?.objectValue { load(lane, own, &said) }
        self.lane = lane
        guard let position else { return }
        said.call("playheadPosition", .int(position))
        last = (position, said.time)
    }

    private mutating func load(_ lane: String, _ metadata: JSONObject, _ said: inout Said) {
        let goesOn = loaded[lane] == metadata
        said.call("loadMetadata", .object(metadata), "loadMetadata.\(lane)", goesOn ? "loadMetadata.resume" : "")
        loaded[lane] = metadata
    }

    /// Stops with the last position: the one that is known, or else what has passed since the one before.
    private mutating func stop(at position: Int64?, _ said: inout Said) {
        guard lane != nil else { return }
        if let last {
            let reached = position ?? last.position + (said.time - last.time) / 1000
            if reached != last.position {
                said.call("playheadPosition", .int(reached), "playheadPosition.final")
            }
        }
        said.call("stop")
        lane = nil
        last = nil
    }
}

/// The calls of one step.
private struct Said {
    let time: Int64
    let instance: String
    private(set) var steps: [FaultyStep] = []

    mutating func call(_ name: String, _ argument: JSONValue? = nil, _ kinds: String...) {
        let call = SessionCall(instance: instance, name: name, arguments: argument.map { [$0] } ?? [])
        steps.append(FaultyStep(.init(time: time, call: call), names: kinds.filter { !$0.isEmpty }))
    }
}
