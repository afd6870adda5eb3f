// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

/// The lines of a session, made of what was observed.
///
/// A value without I/O and without a clock: the same items give the same lines. What belongs to a step, a call or an event
/// of the app, has the number of the step; what comes when nothing was asked begins a step in which only time passed.
package struct SessionScript: Sendable {
    /// A command that has begun.
    struct Command: Sendable {
        let step: Int64
        /// The instance that the command names; nil for one that makes an instance.
        let instance: String?
        let removes: Bool
        /// The line of the command, for one that makes an instance.
        let line: LineText?
    }

    /// What is known of an instance.
    struct Instance: Sendable {
        /// The step that its results belong to, and the time of it.
        var step: Int64?
        var stepTime: Int64 = 0
        /// Whether a command of the extension is going on; otherwise the step is a call of the app.
        var isInCommand = false
        /// Whether it has ended, and only its last results can come.
        var isEnded = false
        /// The lines that say how it was made.
        var opening = LineText()
        var configuration = NielsenConfiguration()
        var credits = ViewCredits()
    }

    /// What a step, a command or an instance that nobody ends takes; no app has as many.
    private static let maximumCommands = 256
    private static let maximumInstances = 64

    var redactor: Redactor
    private let title: String
    private let start: Int64
    private var parts = 0
    /// The number of the last step.
    var step: Int64 = 0
    /// The time of the last line, in milliseconds.
    private(set) var time: Int64 = 0
    var commands: [UInt64: Command] = [:]
    var instances: [String: Instance] = [:]

    /// Makes a script without lines.
    ///
    /// - Parameters:
    ///   - title: The title for reports.
    ///   - start: The time of day at the beginning, in milliseconds since 1970.
    ///   - redactor: Replaces what must not be recorded.
    package init(title: String, start: Int64, redactor: Redactor) {
        self.title = title
        self.start = start
        self.redactor = redactor
    }

    // MARK: - Lines

    /// Returns the lines with which a file begins; in a file that continues another one also those that say how the
    /// instances were made.
    package mutating func opening() -> LineText {
        var text = LineText()
        text.begin("schema", SessionFormat.schema)
        text.add("version", SessionFormat.version)
        text.add("revision", SessionFormat.revision)
        text.add("title", title)
        text.add("start", start)
        text.add("recorder", "LaunchHubRecording \(HubPackage.version)")
        if parts > 0 { text.add("continues", true) }
        if redactor.isActive { text.add("redacted", true) }
        text.end()
        if parts > 0 {
            for (_, instance) in instances.sorted(by: { $0.key < $1.key }) { text.append(lines: instance.opening) }
        }
        parts += 1
        return text
    }

    /// Adds the lines of an item.
    mutating func add(_ item: RecordedItem, to text: inout LineText) {
        // Threads put items down at the same time, and each reads the clock before it waits for the others.
        time = max(time, item.time / 1_000_000)
        switch item.content {
        case .command(let report): add(report, to: &text)
        case .instance(let name, let content): add(content, of: name, to: &text)
        case .clock(let unix):
            begin("clock", &text)
            text.add("unix", unix)
            text.end()
        case .dropped(let lines, let loss):
            begin("dropped", &text)
            text.add("lines", Int64(clamping: lines))
            text.add("reason", loss.rawValue)
            text.end()
        case .event, .delivery, .outcome, .overrun, .state, .registered, .unregistered, .failed, .rules,
            .hubConfiguration:
            addHub(item.content, to: &text)
        }
    }

    /// Adds the last line.
    package func end(_ text: inout LineText) {
        text.begin("kind", "end")
        text.add("t", time)
        text.add("steps", step)
        text.end()
    }

    func begin(_ kind: String, _ text: inout LineText) {
        text.begin("kind", kind)
        text.add("t", time)
    }

    func begin(_ kind: String, step: Int64, _ text: inout LineText) {
        text.begin("kind", kind)
        text.add("n", step)
        text.add("t", time)
    }

    // MARK: - Steps

    /// Whether an instance is known or can be; those that have ended make room for it.
    mutating func hasRoom(for name: String) -> Bool {
        if instances[name] == nil { instances = instances.filter { !$0.value.isEnded } }
        return instances[name] != nil || instances.count < Self.maximumInstances
    }

    /// Begins a step of an instance.
    mutating func beginStep(of name: String, inCommand: Bool) -> Int64 {
        step += 1
        guard hasRoom(for: name) else { return step }
        instances[name, default: Instance()].step = step
        instances[name]?.stepTime = time
        instances[name]?.isInCommand = inCommand
        return step
    }

    /// Returns the step that a result of an instance belongs to; one in which only time passed where nothing was asked.
    mutating func stepForResult(of name: String, _ text: inout LineText) -> Int64 {
        if let instance = instances[name], let step = instance.step {
            // A call of the app has returned when its results are there.
            if instance.isInCommand || time - instance.stepTime <= 50 { return step }
        } else if let making = commands.values.filter({ $0.line != nil }).map(\.step).max() {
            // The identifier of an instance is known to whoever asked for it when it was made.
            return making
        }
        let step = beginStep(of: name, inCommand: false)
        begin("advance", step: step, &text)
        text.end()
        return step
    }

    // MARK: - Commands

    private mutating func add(_ report: CommandReport, to text: inout LineText) {
        switch report {
        case .began(let id, let name, let data, let isCall):
            let identifier = data["identifier"]?.stringValue
            let makes = name.hasPrefix("InstantiateSDK")
            let step: Int64
            if let identifier {
                step = beginStep(of: identifier, inCommand: true)
            } else {
                self.step += 1
                step = self.step
            }
            var line = LineText()
            begin("action", step: step, &line)
            line.add("name", name)
            line.add("flow", isCall ? "api" : "events")
            line.add("data", redactor.object(data))
            line.end()
            text.append(lines: line)
            if commands.count >= Self.maximumCommands { commands.removeAll() }
            commands[id] = Command(
                step: step,
                instance: identifier,
                removes: name == "RemoveSDKInstanceEvent",
                line: makes ? line : nil
            )
        case .ended(let id, let result):
            guard let command = commands.removeValue(forKey: id) else { return }
            var line = LineText()
            begin("result", step: command.step, &line)
            line.add("result", redactor.object(result))
            line.end()
            text.append(lines: line)
            if let instance = command.instance {
                instances[instance]?.isInCommand = false
                if command.removes, result["code"] == 5001 { instances[instance] = nil }
            } else if var opening = command.line, let made = result["identifier"]?.stringValue,
                hasRoom(for: made)
            {
                opening.append(lines: line)
                instances[made, default: Instance()].opening = opening
            }
        }
    }
}

/// The names and numbers of the form of session files.
package enum SessionFormat {
    /// The value of `schema` in the first line.
    package static let schema = "launch-hub-session"
    /// The version that is written.
    package static let version: Int64 = 2
    /// The revision of that version, which grows when kinds of lines are added.
    package static let revision: Int64 = 1
}
