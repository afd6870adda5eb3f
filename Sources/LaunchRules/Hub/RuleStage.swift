// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub

/// The rules in force, as the stage that the events of a hub pass through.
///
/// Its rules never change: others are another stage, so that no event is evaluated by half of one set and half of another.
/// Until the rules of a first launch are there it also keeps every event that passes.
///
/// Unchecked: `recent` is touched only where the hub routes events, which one thread does at a time.
final class RuleStage: EventStage, EventBacklog, @unchecked Sendable {
    /// Where the rules for the events of an address are.
    private struct Recent {
        let type: EventType
        let source: EventSource
        let hits: RuleIndex.Hits
    }

    private let rules: CompiledRules
    /// What was looked up last; most events have the address of the one before.
    private var recent: Recent?
    private let history: any RuleHistory
    private let memory: RuleStageMemory
    private let waiting: RuleWaiting?
    private let evaluates: Bool

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - rules: The rules in force.
    ///   - history: The event history that they ask and write.
    ///   - memory: What the stages of the hub have in common.
    ///   - waiting: The events that are kept for rules that are still to come, or released to these; nil for none.
    ///   - evaluates: Whether rules or the history are in use, so that events are more than kept.
    init(
        _ rules: CompiledRules,
        _ history: any RuleHistory,
        _ memory: RuleStageMemory,
        waiting: RuleWaiting? = nil,
        evaluates: Bool = true
    ) {
        self.rules = rules
        self.history = history
        self.memory = memory
        self.waiting = waiting
        self.evaluates = evaluates
    }

    func concerns(_ event: Event) -> Bool { waiting != nil || isEvaluated(event) }

    private func isEvaluated(_ event: Event) -> Bool {
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
        if let waiting {
            let isEvaluated = evaluates && isEvaluated(event)
            waiting.keep(place.passed(event), isRecorded: isEvaluated)
            guard isEvaluated else { return nil }
        }
        return process(event, mask: event.mask, in: place)
    }

    func takes(_ booted: PassedEvent) -> Bool {
        waiting?.keep(booted, isRecorded: false)
        return waiting != nil
    }

    /// Releases the events that were kept: each is evaluated once, by the rules that have come.
    ///
    /// It is one step with the installation of these rules, so that no event is evaluated twice or not at all.
    func release(at place: EventStagePlace) -> [Event] {
        guard let waiting else { return [] }
        let dropped = waiting.droppedCount
        if dropped > 0 {
            place.warn("rules: they came too late for \(dropped) events of before, of which the last were kept")
        }
        return waiting.removeAll().flatMap { kept -> ArraySlice<Event> in
            let event = kept.event.event
            guard isEvaluated(event) else { return [] }
            let mask = kept.isRecorded ? nil : event.mask
            // The event itself has been delivered: only what it causes is new.
            return process(event, mask: mask, in: place.place(of: kept.event))?.dropFirst() ?? []
        }
    }

    /// Returns what becomes of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - mask: What the event history records of it; nil if nothing, or if it has been recorded.
    ///   - place: Its place in the order.
    /// - Returns: The event and what it causes; nil if it passes unchanged and alone.
    private func process(_ event: Event, mask: [String]?, in place: EventStagePlace) -> [Event]? {
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
        let (results, troubles) = memory.run(trigger, fired, rules, surroundings)
        for trouble in troubles { place.warn("rules: \(trouble)") }
        let isUnchanged = results.count == 1 && !results[0].outcome.isChanged
        let events = isUnchanged ? [event] : events(results, of: event, in: place)
        if place.isObserved { place.record(records(results, events, of: event)) }
        return isUnchanged ? nil : events
    }

    /// Makes records of what rules have done, for the observers of the hub.
    private func records(_ results: [RuleChain.Result], _ events: [Event], of trigger: Event) -> [HubRecord] {
        // Where an event could not be made, those behind it are missing.
        zip(results, events).enumerated().compactMap { index, made in
            let (result, event) = made
            guard !result.outcome.fired.isEmpty else { return nil }
            let original = index == 0 ? trigger : try? event.copy(withData: result.event.data ?? [:])
            let caused = zip(results, events).filter { $0.0.cause == index }.map(\.1)
            return .rulesApplied(
                HubRuleRecord(
                    event: original ?? event,
                    result: event,
                    isChanged: result.outcome.isChanged,
                    firings: result.outcome.fired.map { firing(of: rules.rules[Int($0)]) },
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
                    let outcome = result.outcome
                    events.append(outcome.isChanged ? trigger.copy(withValidData: outcome.data ?? [:]) : trigger)
                    continue
                }
                let event = try Event(
                    name: result.event.name,
                    type: result.event.type,
                    source: result.event.source,
                    data: result.outcome.data ?? [:],
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

extension CompiledRules {
    /// Returns a stage of its own that evaluates these rules, for those who measure it.
    ///
    /// - Parameter history: What historical conditions ask, and what is written.
    /// - Returns: The stage.
    package func stage(_ history: any RuleHistory) -> any EventStage {
        RuleStage(self, history, RuleStageMemory())
    }
}
