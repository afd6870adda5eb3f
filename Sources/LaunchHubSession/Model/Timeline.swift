// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A session as people read it: playheads that follow each other are one line.
package struct Timeline: Sendable, Hashable {
    /// One line, with its results.
    package struct Entry: Sendable, Hashable {
        /// The beginning of the line, in milliseconds of the session.
        package var start: Int64
        /// The time of the last step of the line, in milliseconds of the session.
        package var end: Int64
        /// The event's name; `(time goes on)` where nothing was asked.
        package var name: String
        /// The subject of the line.
        package var detail: String
        /// The code that came back; nil where none did.
        package var code: Int64?
        /// The value that was asked for, or why there was none.
        package var value: String
        /// The number of steps in the line.
        package var count: Int
        /// The measurement records, each with the time of its step.
        package var records: [Timed]
        /// The pings that were made, each with the time of its step.
        package var pings: [Timed]
        /// The notices of the listener, each with the time of its step.
        package var notices: [Timed]
    }

    /// A value with its time.
    package struct Timed: Sendable, Hashable {
        /// Milliseconds of the session.
        package var time: Int64
        /// The value.
        package var value: JSONObject
    }

    /// The lines, in order.
    package private(set) var entries: [Entry] = []

    private var run: Run?

    /// Makes a timeline without steps.
    package init() {}

    /// Adds the next step.
    ///
    /// - Parameter step: A step.
    /// - Returns: The line before, where this step begins a new one: nothing more comes to it.
    @discardableResult
    package mutating func add(_ step: SessionStep) -> Entry? {
        if let next = Run(step), var current = run, current.includes(next) {
            current.add(next)
            run = current
            extend(with: step, current)
            return nil
        }
        let last = entries.last
        run = Run(step)
        begin(step)
        return last
    }

    private mutating func begin(_ step: SessionStep) {
        entries.append(
            Entry(
                start: step.time,
                end: step.time,
                name: step.command?.name ?? step.call?.name ?? "(time goes on)",
                detail: Self.detail(step),
                code: step.code,
                value: Self.value(step),
                count: 1,
                records: step.records.map { Timed(time: step.time, value: $0) },
                pings: step.pings.map { Timed(time: step.time, value: $0) },
                notices: step.notices.map { Timed(time: step.time, value: $0) }
            )
        )
    }

    private mutating func extend(with step: SessionStep, _ run: Run) {
        guard let last = entries.indices.last else { return }
        entries[last].end = step.time
        entries[last].count += 1
        entries[last].detail = run.detail
        entries[last].records += step.records.map { Timed(time: step.time, value: $0) }
        entries[last].pings += step.pings.map { Timed(time: step.time, value: $0) }
        entries[last].notices += step.notices.map { Timed(time: step.time, value: $0) }
    }

    private static func detail(_ step: SessionStep) -> String {
        if let call = step.call { return call.detail }
        guard let command = step.command else { return "" }
        if let track = command.track { return Run.detail(track, to: nil, tags: track.hasID3 ? 1 : 0) }
        switch DocumentedCall(event: command.name) {
        case .instantiateLocal: return command.data["data"]?["appid"]?.stringValue ?? ""
        case .setAppDisable:
            return command.data["app_disable"].map { "app_disable \($0.jsonText)" } ?? "app_disable absent"
        case .remove: return command.identifier ?? ""
        default: return ""
        }
    }

    private static func value(_ step: SessionStep) -> String {
        guard let result = step.result else { return "" }
        guard step.code == 5001 else {
            return result["description"]?.stringValue ?? result["outcome"]?.stringValue ?? ""
        }
        for key in ["optout_status", "app_disable", "demographic_id", "optout_url", "meter_version"] {
            guard let value = result[key] else { continue }
            return value.stringValue ?? "\(key) \(value.jsonText)"
        }
        let call = step.command.flatMap { DocumentedCall(event: $0.name) }
        guard call == .instantiateLocal || call == .instantiateRemote else { return "" }
        return result["identifier"]?.stringValue ?? ""
    }
}

/// Playheads of one asset that follow each other.
private struct Run: Sendable, Hashable {
    let first: TrackedEvent
    let identifier: String?
    let code: Int64?
    private(set) var last: TrackedEvent
    private(set) var lastTime: Int64
    private(set) var count = 1
    private var tags: Int

    /// Nil where the step is no plain playhead.
    init?(_ step: SessionStep) {
        guard let track = step.command?.track ?? step.call?.position, track.event == "playhead", track.optOut == nil,
            !track.hasOTT,
            track.lane != "static", track.playhead.flatMap(Int64.init) ?? -1 >= 0
        else { return nil }
        first = track
        last = track
        lastTime = step.time
        identifier = step.command?.identifier ?? step.call?.instance
        code = step.code
        tags = track.hasID3 ? 1 : 0
    }

    func includes(_ next: Run) -> Bool {
        guard identifier == next.identifier, code == next.code, first.lane == next.first.lane,
            first.asset == next.first.asset, let from = last.playhead.flatMap(Int64.init),
            let to = next.first.playhead.flatMap(Int64.init)
        else { return false }
        // A jump of the playhead, or a gap in time, is something to see.
        return to >= from && to - from <= 10 && next.lastTime - lastTime <= 10_000
    }

    mutating func add(_ next: Run) {
        last = next.last
        lastTime = next.lastTime
        count += 1
        tags += next.tags
    }

    var detail: String { Self.detail(first, to: last.playhead, tags: tags) }

    static func detail(_ track: TrackedEvent, to end: String?, tags: Int) -> String {
        // Of a classic call the name says it.
        var parts = track.lane.isEmpty ? [] : [track.event, track.lane]
        if !track.asset.isEmpty { parts.append(track.asset) }
        if let playhead = track.playhead { parts.append(end.map { "\(playhead)–\($0)" } ?? playhead) }
        if tags > 0 { parts.append("+ \(tags) ID3") }
        if let choice = track.optOut { parts.append("+ optout \(choice)") }
        if track.hasOTT { parts.append("+ ottData") }
        return parts.joined(separator: " ")
    }
}

extension SessionCall {
    /// The position that it reports, as a playhead of an unknown track; nil for other calls.
    fileprivate var position: TrackedEvent? {
        guard name == "playheadPosition", !isLifecycle, let position = arguments.first?.intValue else { return nil }
        return TrackedEvent(["event": "playhead", "type": "", "playheadPosition": .string(String(position))])
    }
}
