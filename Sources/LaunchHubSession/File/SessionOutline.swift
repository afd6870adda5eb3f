// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What is known of a whole session without its steps: how much it has, and what has to be known before it is played again.
package struct SessionOutline: Sendable {
    /// The properties of the whole session.
    package var header: SessionHeader
    /// Whether the file has its last line.
    package var isComplete: Bool
    /// Whether the steps have the pings that were made.
    package var hasPings: Bool
    /// The number of steps.
    package private(set) var steps = 0
    /// The number of measurement records.
    package private(set) var records = 0
    /// The number of pings.
    package private(set) var pings = 0
    /// The number of notices.
    package private(set) var notices = 0
    /// The length of the session, in milliseconds of its own time.
    package private(set) var duration: Int64 = 0
    /// Whether a command has a result.
    package private(set) var hasResults = false
    /// Whether a process is killed in the session, so that what it leaves has to be kept.
    package private(set) var isKilled = false
    private var hasCommands = false
    private var hasCalls = false
    /// The instances that were made, as far as results name them.
    private var known: Set<String> = []
    /// The steps that make an instance and have no result, with what was known before each.
    private var unnamed: [(step: Int, known: Set<String>)] = []
    /// The names of instances whose making has no result, by step.
    package private(set) var names: [Int: String] = [:]

    /// Makes an outline without steps.
    ///
    /// - Parameter session: The session; its steps are not looked at.
    package init(_ session: Session) {
        header = session.header
        isComplete = session.isComplete
        hasPings = session.hasPings
    }

    /// Adds the next step.
    package mutating func add(_ step: SessionStep) {
        steps += 1
        records += step.records.count
        pings += step.pings.count
        notices += step.notices.count
        duration = step.time
        if step.result != nil { hasResults = true }
        if let call = step.call {
            hasCalls = true
            if call.isLifecycle, call.name == "kill" { isKilled = true }
        }
        guard let command = step.command else { return }
        hasCommands = true
        if let name = command.identifier { resolve(name) }
        guard step.makesInstance else { return }
        if step.result == nil {
            unnamed.append((step.number, known))
        } else if let name = step.result?["identifier"]?.stringValue {
            known.insert(name)
        }
    }

    /// Without a result, the instance is the next one that a later step names and that was not made before.
    private mutating func resolve(_ name: String) {
        guard let place = unnamed.firstIndex(where: { !$0.known.contains(name) }) else { return }
        names[unnamed[place].step] = name
        known.insert(name)
        for later in unnamed.indices[(place + 1)...] { unnamed[later].known.insert(name) }
        unnamed.remove(at: place)
    }

    /// Whether there are commands or calls.
    package var asks: Bool { hasCommands || hasCalls }

    /// Whether there are commands or calls, and nothing of what came of them.
    package var isForeign: Bool {
        asks && !hasResults && records == 0 && pings == 0 && notices == 0
    }

    /// Whether instances are used without the extension alone.
    package var isClassic: Bool { hasCalls && !hasCommands }

    /// The extent of the session: `12 steps, 3 records, 4 pings, 1 notice`.
    package var extent: String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = [counted(steps, "step"), counted(records, "record")]
        if hasPings { parts.append(counted(pings, "ping")) }
        return (parts + [counted(notices, "notice")]).joined(separator: ", ")
    }
}

extension SessionStep {
    /// Whether the step makes an instance of the extension.
    package var makesInstance: Bool {
        let call = command.flatMap { DocumentedCall(event: $0.name) }
        return call == .instantiateLocal || call == .instantiateRemote
    }
}
