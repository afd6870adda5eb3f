// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// Keeps the sets of rules of one hub and puts them in force.
final class RuleDesk: Sendable {
    /// The sets in the order in which their rules apply.
    struct Sets {
        struct Named {
            let name: String?
            var loading: UInt64
            var set: LaunchRuleSet
        }

        private(set) var all: [Named] = []
        private var lastLoading: UInt64 = 0

        /// The rules of the property, which come first.
        var property: LaunchRuleSet {
            get { all.first { $0.name == nil }?.set ?? LaunchRuleSet() }
            set {
                all.removeAll { $0.name == nil }
                if newValue.count > 0 || !newValue.findings.isEmpty { all.insert(entry(nil, newValue), at: 0) }
            }
        }

        mutating func add(_ set: LaunchRuleSet, as name: String) {
            let entry = entry(name, set)
            if let place = all.firstIndex(where: { $0.name == name }) { all[place] = entry } else { all.append(entry) }
        }

        mutating func remove(_ name: String) {
            all.removeAll { $0.name == name }
        }

        /// Every loading has a number, so that a rule is not taken for another one that stood in its place.
        private mutating func entry(_ name: String?, _ set: LaunchRuleSet) -> Named {
            lastLoading += 1
            return Named(name: name, loading: lastLoading, set: set.named(name ?? ""))
        }
    }

    private struct State {
        var sets = Sets()
        var rules = CompiledRules()
        /// The event history; one that ends with the process unless an app uses another one.
        var history: any RuleHistory = HubEventHistory(file: nil, maximumAge: nil)
        /// Whether an app uses the history itself, so that it is written without rules too.
        var isHistoryInUse = false
        var property = PropertyRules()
        /// The events that are kept for rules that have not arrived; nil if none are awaited.
        var waiting: RuleWaiting?
    }

    private let state = Locked(State())
    private let memory = RuleStageMemory()
    /// The published state.
    ///
    /// The hub asks for it under its own lock, under which that of the sets must not be taken.
    private let report = Locked<JSONObject>([:])

    /// Changes the sets and puts them in force.
    ///
    /// Compiling is done on the calling thread, while the old rules are in force. Of two changes at once the later one is in
    /// force in the end.
    func change(_ hub: EventHub, _ body: (inout Sets) -> Void) {
        state.withLock { state in
            body(&state.sets)
            compile(&state)
            install(state, hub)
        }
        publish(hub)
    }

    private func compile(_ state: inout State) {
        state.rules = CompiledRules(state.sets.all.map { ($0.loading, $0.set) })
        memory.forgetTroubles()
    }

    private func publish(_ hub: EventHub) {
        state.withLock { state in report.withLock { $0 = Self.report(state) } }
        hub.publishState(as: HubRules.stateName) { report.withLock { $0 } }
    }

    /// Makes rules ask and write another history.
    func use(_ history: any RuleHistory, _ hub: EventHub) {
        state.withLock { state in
            state.history = history
            state.isHistoryInUse = true
            install(state, hub)
        }
    }

    private func install(_ state: State, _ hub: EventHub, releasing backlog: RuleStage? = nil) {
        state.history.watch(state.rules.historyKeys, all: state.rules.asksForAnyHistory)
        let evaluates = !state.rules.isEmpty || state.isHistoryInUse
        let stage = RuleStage(state.rules, state.history, memory, waiting: state.waiting, evaluates: evaluates)
        hub.install(evaluates || state.waiting != nil ? stage : nil, releasing: backlog)
    }

    var count: Int { state.withLock { $0.rules.rules.count } }

    var findings: [LaunchRuleFinding] { state.withLock { $0.sets.all.flatMap(\.set.findings) } }

    // MARK: - The rules of the property

    /// The origin of the property's rules.
    var property: PropertyRules { state.withLock { $0.property } }

    /// Sets the rules of the property by hand.
    func replace(with set: LaunchRuleSet, _ hub: EventHub) {
        state.withLock { state in
            state.sets.property = set
            state.property = PropertyRules(following: state.property.following)
            // What has passed has passed, as with every change by hand.
            state.waiting = nil
            compile(&state)
            install(state, hub)
        }
        publish(hub)
    }

    /// Begins to follow what another configuration names: the rules of the one before are no longer in force.
    ///
    /// - Parameters:
    ///   - property: What is known of the new rules.
    ///   - set: The rules that are there at once; nil for none.
    ///   - waits: Whether events are kept for rules that are still to come.
    ///   - hub: The hub.
    func follow(_ property: PropertyRules, _ set: LaunchRuleSet?, waits: Bool, _ hub: EventHub) {
        let isShown = state.withLock { state in
            let hadRules = state.property.origin != nil
            let isShown = !state.property.entries.isEmpty || !property.entries.isEmpty
            state.property = property
            if set != nil || hadRules { state.sets.property = set ?? LaunchRuleSet() }
            compile(&state)
            let backlog = set.flatMap { _ in release(&state) }
            state.waiting = waits ? state.waiting ?? RuleWaiting() : nil
            install(state, hub, releasing: backlog)
            return isShown
        }
        if isShown { publish(hub) }
    }

    /// Puts rules in force that were downloaded, unless others are followed by now.
    ///
    /// - Returns: Whether they are in force.
    func take(_ set: LaunchRuleSet, _ property: PropertyRules, _ hub: EventHub) -> Bool {
        let isTaken = state.withLock { state in
            guard property.following == state.property.following else { return false }
            state.property = property
            state.sets.property = set
            compile(&state)
            let backlog = release(&state)
            install(state, hub, releasing: backlog)
            return true
        }
        if isTaken { publish(hub) }
        return isTaken
    }

    /// Notes something about the rules that are followed.
    func note(_ following: UInt64, _ hub: EventHub, _ body: (inout PropertyRules) -> Void) {
        let isCurrent = state.withLock { state in
            guard following == state.property.following else { return false }
            body(&state.property)
            return true
        }
        if isCurrent { publish(hub) }
    }

    /// Keeps no more events for rules that are still to come: they have caused nothing.
    func stopWaiting(_ following: UInt64, _ hub: EventHub) {
        state.withLock { state in
            guard following == state.property.following, state.waiting != nil else { return }
            state.waiting = nil
            install(state, hub)
        }
    }

    /// Forgets the events that were kept, because the user has opted out since.
    func forgetWaiting(_ hub: EventHub) {
        state.withLock { state in
            guard state.waiting != nil else { return }
            state.waiting = RuleWaiting()
            install(state, hub)
        }
    }

    /// Ends the wait for rules that are there now.
    private func release(_ state: inout State) -> RuleStage? {
        guard let waiting = state.waiting else { return nil }
        state.waiting = nil
        let property = state.sets.all.filter { $0.name == nil }.map { ($0.loading, $0.set) }
        return RuleStage(CompiledRules(property), state.history, memory, waiting: waiting)
    }

    // MARK: - Looking

    /// Explains what the rules in force make of an event now.
    func explain(_ event: Event, _ hub: EventHub) -> [LaunchRuleExplanation] {
        let (sets, history, lineage) = state.withLock { state in
            (state.sets.all.map { ($0.loading, $0.set) }, state.history, memory.knownLineage(of: event))
        }
        let now = hub.clock.date.milliseconds
        let trigger = RuleEvent(
            name: event.name,
            type: event.type,
            source: event.source,
            data: event.data,
            milliseconds: event.date?.milliseconds ?? now,
            lineage: lineage
        )
        let surroundings = RuleSurroundings(states: NewestStates(hub: hub), history: history, now: now)
        return RuleExplainer(trigger, surroundings).explain(sets)
    }

    private static let findingLimit = 20

    private static func report(_ state: State) -> JSONObject {
        let (sets, count) = (state.sets.all, state.rules.rules.count)
        let findings = sets.flatMap(\.set.findings)
        var report: JSONObject = [
            "count": .int(Int64(count)),
            "refused": .int(Int64(sets.reduce(0) { $0 + $1.set.refusedCount })),
            "sets": .array(
                sets.map { set in
                    .object([
                        "name": .string(set.name ?? ""), "count": .int(Int64(set.set.count)),
                        "refused": .int(Int64(set.set.refusedCount)),
                    ])
                }
            ),
            "findings": .array(findings.prefix(findingLimit).map { .string($0.description) }),
        ]
        for entry in state.property.entries { report[entry.key] = entry.value }
        return report
    }
}

/// The newest states of extensions.
private struct NewestStates: RuleStates {
    let hub: EventHub

    func state(of owner: FoldedName) -> JSONObject? { hub.state(of: owner.spelling).values }
}
