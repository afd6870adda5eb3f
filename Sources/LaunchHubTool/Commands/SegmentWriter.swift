// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// Writes events with their calls and findings as they come, in one of the forms.
struct SegmentWriter {
    private let console: Console
    private let showsMarkers: Bool
    private let form: SegmentForm
    /// The name of the input.
    let name: String
    /// The line of the event that was begun last.
    private(set) var line: Int?
    private var findings: CheckWriter?
    /// Playheads a second apart that are not written yet, with the time of the first.
    private var run: (start: Duration, first: Int64, last: Int64, end: Duration)?
    /// Whether nothing was written for the event so far.
    private var isWithoutEffect = false
    /// The event whose line of JSON is not written yet.
    private var event: EventRecord?
    private var credits: [NielsenCredit] = []
    private(set) var errors = 0
    private(set) var warnings = 0

    init(_ console: Console, _ form: SegmentForm, file name: String, showsMarkers: Bool) {
        self.console = console
        self.form = form
        self.name = VisibleText.line(name)
        self.showsMarkers = showsMarkers
        if case .findings(let form) = form {
            findings = CheckWriter(form, command: "segment") { console.write($0) }
        }
    }

    // MARK: - Events

    /// Starts the output for one input event.
    mutating func begin(_ title: String, line: Int, at time: Duration) {
        self.line = line
        switch form {
        case .text:
            flush()
            isWithoutEffect = true
            console.write(
                console.style.bold(VisibleText.line(String(title.prefix(200)))) + console.style.dim(", line \(line)")
            )
        case .events:
            event = EventRecord(title: title, line: line, time: time)
        case .calls, .findings: break
        }
    }

    /// Ends what belongs to an event, before the time until the next one passes.
    ///
    /// - Parameters:
    ///   - found: What was found in the event.
    ///   - line: The line of the event.
    ///   - time: The time since the beginning.
    ///   - isAboutUser: Whether the event is one without effect by its kind.
    mutating func end(_ found: [Finding], line: Int, at time: Duration, isAboutUser: Bool = false) {
        if isWithoutEffect, form == .text {
            console.write(isAboutUser ? "  passes on, without a call" : "  no effect")
        }
        isWithoutEffect = false
        report(found, line: line, at: time)
    }

    /// Writes the event that is complete: the next one begins, or the stream is over.
    mutating func close(_ credits: @autoclosure () -> [NielsenCredit]) {
        guard form == .events, let event else { return }
        self.event = nil
        let now = credits()
        let before = Dictionary(self.credits.map { ($0.view, $0) }) { $1 }
        console.write(event.json(credit: now.filter { before[$0.view] != $0 }))
        self.credits = now
    }

    // MARK: - Findings

    /// Writes findings under the event that they belong to.
    mutating func report(_ found: [Finding], line: Int, at time: Duration) {
        for finding in found {
            let finding = count(finding, line, time)
            switch form {
            // Standard output has the calls alone.
            case .calls: tell(finding, VisibleText.line("\(finding.rule): \(finding.message)"))
            case .text:
                flush()
                console.write(VisibleText.line("  \(finding.severity.rawValue) \(finding.rule): \(finding.message)"))
            case .events: event?.findings.append(finding)
            case .findings: findings?.add(finding)
            }
        }
    }

    /// Writes that a value cannot be read.
    mutating func reportUnreadable(_ finding: Finding, line: Int, at time: Duration) {
        let finding = count(finding, line, time)
        switch form {
        case .calls, .text:
            flush()
            tell(finding, finding.message)
        case .events: event = EventRecord(title: nil, line: line, time: time, findings: [finding])
        case .findings: findings?.add(finding)
        }
    }

    /// Counts a finding and puts it in its place.
    private mutating func count(_ finding: Finding, _ line: Int, _ time: Duration) -> Finding {
        if finding.severity == .error { errors += 1 }
        if finding.severity == .warning { warnings += 1 }
        var finding = finding
        finding.file = name
        finding.line = line
        finding.time = time.jsonSeconds.doubleValue
        return finding
    }

    private func tell(_ finding: Finding, _ text: String) {
        let line = finding.line ?? 0
        var members: JSONObject = [
            "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue), "line": .number(line),
        ]
        members["key"] = finding.key.map(JSONValue.string)
        console.finding("\(name), line \(line): \(text)", members)
    }

    /// Ends the output.
    mutating func finish() {
        flush()
        findings?.finish()
    }

    // MARK: - Calls

    /// Writes what is to be done, at a time since the beginning.
    mutating func write(_ effect: NielsenDCREffect, at time: Duration) {
        switch effect {
        case .playhead(let position, _) where form == .text:
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
            guard form == .text else { return }
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
        if let run, run.last < .max, position == run.last + 1, time - run.end == .seconds(1) {
            self.run = (run.start, run.first, position, time)
        } else {
            flush()
            run = (time, position, position, time)
        }
    }

    private mutating func line(_ method: String, _ arguments: [JSONValue], _ time: Duration) {
        isWithoutEffect = false
        switch form {
        case .calls:
            // A contract of its own: nothing is added to it.
            console.write(JSONObject([("method", .string(method)), ("args", .array(arguments))]).jsonText)
        case .events:
            event?.calls.append(["time": time.jsonSeconds, "method": .string(method), "args": .array(arguments)])
        case .text:
            flush()
            let shown = arguments.map { Self.shown($0) }.joined(separator: " ")
            console.write(VisibleText.line(Self.stamp(time) + method + (shown.isEmpty ? "" : " " + shown)))
        case .findings: break
        }
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

/// The form of the output of `launchhub segment`.
enum SegmentForm: Sendable, Hashable {
    /// A timeline for people.
    case text
    /// The calls alone, one a line of JSON.
    case calls
    /// A line of JSON for each event, with its calls, credit and findings.
    case events
    /// The findings alone, in a form that other programs show.
    case findings(CheckForm)
}

/// An event with everything that it led to until the next one: a line of JSON.
private struct EventRecord {
    /// The event's name; nil for a value that could not be read.
    let title: String?
    let line: Int
    /// The time since the beginning.
    let time: Duration
    var findings: [Finding] = []
    var calls: [JSONValue] = []

    /// Returns the line.
    ///
    /// - Parameter credit: What was credited since the event before.
    /// - Returns: The line as an object.
    func json(credit: [NielsenCredit]) -> JSONObject {
        let credit = credit.map { credit -> JSONValue in
            [
                "track": .string(credit.lane.rawValue), "assetid": .string(credit.assetid),
                "view": .number(credit.view), "seconds": .number(credit.seconds),
                "minutes": .number(credit.creditedMinutes), "ended": .bool(credit.ended),
            ]
        }
        let findings = findings.map { JSONValue.object(JSONObject([("kind", "finding")]).merging($0.issue)) }
        return [
            "kind": "event", "time": time.jsonSeconds, "line": .number(line),
            "event": title.map(JSONValue.string) ?? .null, "calls": .array(calls), "credit": .array(credit),
            "findings": .array(findings),
        ]
    }
}

extension Duration {
    /// The time in seconds, whole where it is.
    var jsonSeconds: JSONValue {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return milliseconds == 0 ? .int(seconds) : .double(Double(seconds) + Double(milliseconds) / 1_000)
    }
}
