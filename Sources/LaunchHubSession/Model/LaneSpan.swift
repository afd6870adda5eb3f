// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A stretch of time in which something was the case: an asset played, a page was open, the user had opted out.
package struct LaneSpan: Sendable, Hashable {
    /// The row in which the stretch is drawn.
    package enum Lane: String, Sendable, Hashable, CaseIterable {
        /// Programmes.
        case content
        /// Advertisements.
        case ad
        /// Pages.
        case `static`
        /// The user had opted out.
        case optedOut
        /// Measurement was switched off.
        case disabled

        /// The lane in words.
        package var title: String {
            switch self {
            case .content: "content"
            case .ad: "ad"
            case .static: "static"
            case .optedOut: "opted out"
            case .disabled: "disabled"
            }
        }
    }

    /// The row in which the stretch is drawn.
    package var lane: Lane
    /// The asset or the section; empty for states.
    package var title: String
    /// Milliseconds of the session.
    package var start: Int64
    /// Milliseconds of the session.
    package var end: Int64

    /// The stretch as the report's page reads it.
    var json: JSONObject {
        ["lane": .string(lane.rawValue), "title": .string(title), "t": .int(start), "until": .int(end)]
    }
}

extension LaneSpan {
    /// Follows the steps of all instances; each has lanes of its own.
    struct Builder: Sendable {
        private struct Key: Hashable {
            let identifier: String
            let lane: LaneSpan.Lane
        }

        private var open: [Key: LaneSpan] = [:]
        private var done: [LaneSpan] = []

        /// What the classic calls have loaded of each instance.
        private var loaded: [String: (lane: LaneSpan.Lane, title: String)] = [:]

        mutating func add(_ step: SessionStep) {
            if let call = step.call { return add(call, step.time) }
            guard step.code == 5001, let command = step.command, let identifier = command.identifier else { return }
            switch DocumentedCall(event: command.name) {
            case .track: addEvent(command.track, identifier, step.time)
            case .setAppDisable:
                setDisabled(step.result?["app_disable"]?.intValue == 1, identifier, step.time)
            case .remove: for lane in LaneSpan.Lane.allCases { close(identifier, lane, step.time) }
            default: break
            }
        }

        private mutating func add(_ call: SessionCall, _ time: Int64) {
            let identifier = call.instance
            switch call.name {
            case "kill" where call.isLifecycle:
                for lane in LaneSpan.Lane.allCases { close(identifier, lane, time) }
            case _ where call.isLifecycle: break
            case "appDisableApi":
                setDisabled([.bool(true), .int(1)].contains(call.arguments.first), identifier, time)
            case "userOptOut": set(.optedOut, call.arguments.first == "nielsenappsdk://1", identifier, time)
            case _ where open[Key(identifier: identifier, lane: .disabled)] != nil: break
            case "loadMetadata": load(call.arguments.first, identifier, time)
            case "playheadPosition":
                guard let (lane, title) = loaded[identifier] else { return }
                close(identifier, lane == .ad ? .content : .ad, time)
                show(lane, title, identifier, time, keepsOpen: false)
            case "stop", "end":
                loaded[identifier] = nil
                close(identifier, .content, time)
                close(identifier, .ad, time)
            case "staticEnd": close(identifier, .static, time)
            default: break
            }
        }

        private mutating func load(_ metadata: JSONValue?, _ identifier: String, _ time: Int64) {
            let names = [metadata?["assetid"], metadata?["channelName"], metadata?["section"]].compactMap {
                $0?.stringValue
            }
            let title = names.first { !$0.isEmpty } ?? ""
            switch metadata?["type"]?.stringValue {
            case "static": show(.static, title, identifier, time, keepsOpen: true)
            case "content": loaded[identifier] = (.content, title)
            case nil: break
            default: loaded[identifier] = (.ad, title)
            }
        }

        private mutating func addEvent(_ track: TrackedEvent?, _ identifier: String, _ time: Int64) {
            guard let track else { return }
            if let choice = track.optOut {
                let isOut = ["true", "1", "yes", "nielsenappsdk://1"].contains(choice.lowercased())
                set(.optedOut, isOut, identifier, time)
            }
            guard open[Key(identifier: identifier, lane: .disabled)] == nil else { return }
            switch (track.lane, track.event) {
            case ("static", "playhead"): show(.static, track.asset, identifier, time, keepsOpen: true)
            case ("static", _): close(identifier, .static, time)
            case (let lane, "playhead"):
                guard track.playhead != nil, let lane = LaneSpan.Lane(rawValue: lane) else { return }
                close(identifier, lane == .ad ? .content : .ad, time)
                show(lane, track.asset, identifier, time, keepsOpen: false)
            case (_, "pause"), (_, "complete"), (_, "adStop"):
                close(identifier, .content, time)
                close(identifier, .ad, time)
            default: break
            }
        }

        /// Adds a playhead, which represents the second that begins at it.
        private mutating func show(
            _ lane: LaneSpan.Lane,
            _ title: String,
            _ identifier: String,
            _ time: Int64,
            keepsOpen: Bool
        ) {
            let key = Key(identifier: identifier, lane: lane)
            // An event without metadata is about whatever plays.
            if var span = open[key], span.title == title || title.isEmpty, keepsOpen || time - span.end <= 10_000 {
                span.end = max(span.end, time + 1000)
                open[key] = span
                return
            }
            close(identifier, lane, time)
            open[key] = LaneSpan(lane: lane, title: title, start: time, end: time + 1000)
        }

        private mutating func setDisabled(_ isDisabled: Bool, _ identifier: String, _ time: Int64) {
            if isDisabled { for lane in [LaneSpan.Lane.content, .ad, .static] { close(identifier, lane, time) } }
            set(.disabled, isDisabled, identifier, time)
        }

        private mutating func set(_ lane: LaneSpan.Lane, _ isOn: Bool, _ identifier: String, _ time: Int64) {
            let key = Key(identifier: identifier, lane: lane)
            if !isOn { return close(identifier, lane, time) }
            if open[key] == nil { open[key] = LaneSpan(lane: lane, title: "", start: time, end: time) }
        }

        private mutating func close(_ identifier: String, _ lane: LaneSpan.Lane, _ time: Int64) {
            guard var span = open.removeValue(forKey: Key(identifier: identifier, lane: lane)) else { return }
            // Content and ads end with their last playhead; pages and states last until they are ended.
            let lasts = lane != .content && lane != .ad
            span.end = lasts ? max(span.start, time) : max(span.start, min(span.end, max(time, span.start)))
            done.append(span)
        }

        /// The spans, of which those still open end at a time.
        func finished(at time: Int64) -> [LaneSpan] {
            var builder = self
            for (key, span) in open { builder.close(key.identifier, key.lane, max(time, span.end)) }
            return builder.done.sorted { ($0.start, $0.lane.rawValue, $0.end) < ($1.start, $1.lane.rawValue, $1.end) }
        }
    }
}
