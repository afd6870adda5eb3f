// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The rules in force, as the stage that the events of a hub pass through.
///
/// Its rules never change: others are another stage, so that no event is evaluated by half of one set and half of another.
///
/// Unchecked: `recent` is touched only where the hub routes events, which one thread does at a time.
final class RuleStage: EventStage, @unchecked Sendable {
    /// Where the rules for the events of an address are.
    private struct Recent {
        let type: EventType
        let source: EventSource
        let hits: RuleIndex.Hits
    }

    private let rules: CompiledRules
    /// What was looked up last; most events have the address of the one before.
    private var recent: Recent?
    private let history: any RuleHistoryRecorder
    private let memory: RuleStageMemory

    init(_ rules: CompiledRules, _ history: any RuleHistoryRecorder, _ memory: RuleStageMemory) {
        self.rules = rules
        self.history = history
        self.memory = memory
    }

    func concerns(_ event: Event) -> Bool {
        let hits = hits(of: event)
        if !hits.isEmpty, rules.mayApply(hits, to: event.data) { return true }
        return event.hasMask || (event.parentKey.map(memory.mayKnow) ?? false)
    }

    private func hits(of event: Event) -> RuleIndex.Hits {
        if let recent, event.isAddressed(to: recent.type, recent.source) { return recent.hits }
        let (type, source) = (event.type, event.source)
        let hits = rules.hits(type, source)
        recent = Recent(type: type, source: source, hits: hits)
        return hits
    }

    func process(_ event: Event, in place: EventStagePlace) -> [Event]? {
        process(event, mask: event.mask, in: place)
    }

    /// Returns what becomes of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - mask: What the event history records of it; nil if nothing, or if it has been recorded.
    ///   - place: Its place in the order.
    /// - Returns: The event and what it causes; nil if it passes unchanged and alone.
    func process(_ event: Event, mask: [String]?, in place: EventStagePlace) -> [Event]? {
        let lineage = memory.lineage(of: event)
        let trigger = RuleEvent(
            name: event.name,
            type: event.type,
            source: event.source,
            data: event.data,
            milliseconds: place.milliseconds,
            mask: mask,
            lineage: lineage
        )
        let surroundings = RuleSurroundings(states: place.statesOfEvent, history: history, now: place.now)
        let fired = rules.matches(RuleValues(event: trigger, surroundings: surroundings), hits(of: event))
        // Most events leave here.
        guard !fired.isEmpty || trigger.mask != nil else { return nil }
        let (results, troubles) = memory.run(trigger, fired, rules, surroundings, history)
        for trouble in troubles { place.warn("rules: \(trouble)") }
        let isUnchanged = results.count == 1 && !results[0].isChanged
        let events = isUnchanged ? [event] : events(results, of: event, in: place)
        if place.isObserved { place.record(records(results, events, of: event)) }
        return isUnchanged ? nil : events
    }

    /// Makes records of what rules have done, for the observers of the hub.
    private func records(_ results: [RuleChain.Result], _ events: [Event], of trigger: Event) -> [HubRecord] {
        // Where an event could not be made, those behind it are missing.
        zip(results, events).enumerated().compactMap { index, made in
            let (result, event) = made
            guard !result.fired.isEmpty else { return nil }
            let original = index == 0 ? trigger : try? event.copy(withData: result.event.data ?? [:])
            let caused = zip(results, events).filter { $0.0.cause == index }.map(\.1)
            return .rulesApplied(
                HubRuleRecord(
                    event: original ?? event,
                    result: event,
                    isChanged: result.isChanged,
                    firings: result.fired.map { firing(of: rules.rules[Int($0)]) },
                    caused: caused
                )
            )
        }
    }

    private func firing(of rule: CompiledRule) -> HubRuleRecord.Firing {
        HubRuleRecord.Firing(
            set: rules.names[rule.identity.loading] ?? "",
            rule: rule.identity.place,
            consequences: rule.consequenceIDs
        )
    }

    /// Makes events of what became of a trigger and of what rules have caused.
    private func events(_ results: [RuleChain.Result], of trigger: Event, in place: EventStagePlace) -> [Event] {
        var events: [Event] = []
        events.reserveCapacity(results.count)
        for result in results {
            do throws(EventError) {
                guard let cause = result.cause else {
                    // The rules have checked the data.
                    events.append(result.isChanged ? trigger.copy(withValidData: result.data ?? [:]) : trigger)
                    continue
                }
                let event = try Event(
                    name: result.event.name,
                    type: result.event.type,
                    source: result.event.source,
                    data: result.data ?? [:],
                    causedBy: events[cause]
                )
                memory.note(event.key, result.event.lineage)
                events.append(event)
            } catch {
                // What is evaluated is valid, so this does not happen. What was caused before is not lost with it.
                place.warn("rules: \(result.event.name) and what is behind it are left out: \(error)")
                return events.isEmpty ? [trigger] : events
            }
        }
        return events
    }
}

extension EventStageStates: RuleStates {}
