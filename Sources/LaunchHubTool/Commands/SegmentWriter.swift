// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// Writes calls as they come: each on a line of JSON, or runs of heartbeats together for people.
struct SegmentWriter {
    private let console: Console
    private let showsMarkers: Bool
    /// Playheads a second apart that are not written yet, with the time of the first.
    private var run: (start: Duration, first: Int64, last: Int64, end: Duration)?

    /// Whether nothing was written for the event so far.
    private var isWithoutEffect = false

    init(_ console: Console, showsMarkers: Bool) {
        self.console = console
        self.showsMarkers = showsMarkers
    }

    /// Starts the output for one input event.
    mutating func begin(_ title: String, line: Int) {
        guard !console.isJSON else { return }
        flush()
        isWithoutEffect = true
        console.write(console.style.bold(VisibleText.line(title)) + console.style.dim(", line \(line)"))
    }

    /// Ends an event, and reports if it had no effect.
    mutating func end() {
        if isWithoutEffect { console.write("  no effect") }
        isWithoutEffect = false
    }

    /// Writes what is to be done, at a time since the beginning.
    mutating func write(_ effect: NielsenDCREffect, at time: Duration) {
        switch effect {
        case .playhead(let position, _) where !console.isJSON:
            extend(position, time)
        case .playhead(let position, _):
            line("playheadPosition", [.int(position)], time)
        case .call(let call):
            line(call.name, call.arguments, time)
        case .heartbeatStarted(let position):
            if showsMarkers { line("heartbeat.start", [.int(position)], time) }
        case .heartbeatStopped:
            if showsMarkers { line("heartbeat.stop", [], time) }
        case .remark(_, let text):
            guard !console.isJSON else { return }
            isWithoutEffect = false
            flush()
            console.write(Self.stamp(time) + "(" + VisibleText.line(text) + ")")
        }
    }

    /// Writes what was held back.
    mutating func flush() {
        guard let run else { return }
        self.run = nil
        let until = run.first == run.last ? "" : " to \(run.last), one a second"
        console.write(Self.stamp(run.start) + "playheadPosition \(run.first)\(until)")
    }

    private mutating func extend(_ position: Int64, _ time: Duration) {
        isWithoutEffect = false
        if let run, position == run.last + 1, time - run.end == .seconds(1) {
            self.run = (run.start, run.first, position, time)
        } else {
            flush()
            run = (time, position, position, time)
        }
    }

    private mutating func line(_ method: String, _ arguments: [JSONValue], _ time: Duration) {
        isWithoutEffect = false
        if console.isJSON {
            console.write(["method": .string(method), "args": .array(arguments)])
            return
        }
        flush()
        let shown = arguments.map { Self.shown($0) }.joined(separator: " ")
        console.write(VisibleText.line(Self.stamp(time) + method + (shown.isEmpty ? "" : " " + shown)))
    }

    /// Metadata without the quotes and the keys that say nothing.
    private static func shown(_ value: JSONValue) -> String {
        guard let object = value.objectValue else { return value.stringValue ?? value.jsonText }
        return object.compactMap { member in
            guard let text = member.value.stringValue, !text.isEmpty else { return nil }
            return "\(member.key)=\(text.contains(" ") ? "\"\(text)\"" : text)"
        }
        .joined(separator: " ")
    }

    private static func stamp(_ time: Duration) -> String {
        let seconds = time.components.seconds
        let text = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "  " + text.joined(separator: ":") + "  "
    }
}

extension NielsenCall {
    /// The arguments as JSON, with the members of metadata in the order in which people look for them.
    fileprivate var arguments: [JSONValue] {
        switch self {
        case .play(let values), .loadMetadata(let values), .updateOTT(let values):
            let usual = ["type", "assetid", "program", "title", "channelName"]
            let rest = values.keys.filter { !usual.contains($0) }.sorted()
            let members = (usual + rest).compactMap { key in values[key].map { (key, JSONValue.string($0)) } }
            return [.object(JSONObject(members))]
        case .playheadPosition(let position): return [.int(position)]
        case .sendID3(let text), .userOptOut(let text): return [.string(text)]
        case .stop, .end, .staticEnd: return []
        }
    }
}
