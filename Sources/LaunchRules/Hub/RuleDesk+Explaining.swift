// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

extension RuleDesk {
    /// Explains what the rules in force make of an event now.
    func explain(_ event: Event, _ hub: EventHub) -> [LaunchRuleExplanation] {
        let (sets, history, lineage) = inForce(for: event)
        let now = Self.milliseconds(hub.clock.date)
        let trigger = RuleEvent(
            name: event.name,
            type: event.type,
            source: event.source,
            data: event.data,
            milliseconds: event.date.map(Self.milliseconds) ?? now,
            lineage: lineage
        )
        let surroundings = RuleSurroundings(states: NewestStates(hub: hub), history: history, now: now)
        return RuleExplainer(trigger, surroundings).explain(sets)
    }

    /// The sets in force, the history that they ask, and the rules that an event descends from.
    private func inForce(
        for event: Event
    ) -> (sets: [(loading: UInt64, set: LaunchRuleSet)], history: any RuleHistory, lineage: RuleLineage) {
        state.withLock { state in
            (state.sets.all.map { ($0.loading, $0.set) }, state.history, memory.knownLineage(of: event))
        }
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(max(-9e15, min(9e15, date.timeIntervalSince1970 * 1_000)))  // in range: it is clamped
    }
}

/// The newest states of extensions.
private struct NewestStates: RuleStates {
    let hub: EventHub

    func state(of owner: FoldedName) -> JSONObject? { hub.state(of: owner.spelling).values }
}
