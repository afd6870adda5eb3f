// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The memory of the stages of one hub from event to event, which survives a change of the rules.
final class RuleStageMemory: Sendable {
    private struct State {
        var chain = RuleChain()
        var lineages = RecentLineages()
        /// The troubles that the log has, so that a rule that fails for every event does not fill it.
        var logged: Set<String> = []
    }

    private let state = Locked(State())
    private static let loggedLimit = 64

    /// Returns whether an event may be one that descends from a rule.
    func mayKnow(_ id: EventID) -> Bool {
        state.withLock { $0.lineages[id] != nil }
    }

    /// Returns the rules that an event descends from: those of the event that its maker says caused it.
    func lineage(of event: Event) -> RuleLineage {
        guard let parent = event.parentKey else { return RuleLineage() }
        return state.withLock { state in
            guard let lineage = state.lineages[parent] else { return RuleLineage() }
            state.lineages.add(event.key, lineage)
            return lineage
        }
    }

    /// Returns the rules that an event descends from, whether rules have caused it or it says so, and remembers nothing.
    func knownLineage(of event: Event) -> RuleLineage {
        state.withLock { state in
            state.lineages[event.key] ?? event.parentKey.flatMap { state.lineages[$0] } ?? RuleLineage()
        }
    }

    func note(_ id: EventID, _ lineage: RuleLineage) {
        state.withLock { $0.lineages.add(id, lineage) }
    }

    /// Applies rules to an event and evaluates what it causes.
    ///
    /// - Returns: What became of them, and what the log does not have yet.
    func run(
        _ event: RuleEvent,
        _ fired: [Int32],
        _ rules: CompiledRules,
        _ surroundings: RuleSurroundings
    ) -> (results: [RuleChain.Result], troubles: [String]) {
        state.withLock { state in
            let results = state.chain.run(event, rules, surroundings, fired: fired)
            guard !state.chain.troubles.isEmpty else { return (results, []) }
            var troubles: [String] = []
            for trouble in state.chain.troubles where state.logged.count < Self.loggedLimit {
                if state.logged.insert(trouble).inserted { troubles.append(trouble) }
            }
            state.chain.troubles = []
            return (results, troubles)
        }
    }

    /// Lets the log have the same troubles again, because the rules are others.
    func forgetTroubles() {
        state.withLock { $0.logged = [] }
    }
}

/// The lineages of the events that rules have caused lately: as many as could still be answered by a listener.
private struct RecentLineages: Sendable {
    private static let limit = 1_024

    private var lineages: [EventID: RuleLineage] = [:]
    /// The events in a ring, the oldest one at `next` once it is full.
    private var ring: [EventID] = []
    private var next = 0

    subscript(id: EventID) -> RuleLineage? { lineages.isEmpty ? nil : lineages[id] }

    mutating func add(_ id: EventID, _ lineage: RuleLineage) {
        guard !lineage.isEmpty, lineages.updateValue(lineage, forKey: id) == nil else { return }
        if ring.count < Self.limit { return ring.append(id) }
        lineages[ring[next]] = nil
        ring[next] = id
        next = (next + 1) % Self.limit
    }
}
