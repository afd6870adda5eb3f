// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// The release of events that were kept: each is evaluated once, by the rules that have come.
///
/// It is one step of the stage with the loading of these rules, so that no event is evaluated twice or not at all.
final class RuleBacklog: EventBacklog {
    private let waiting: RuleWaiting
    private let rules: RuleStage

    init(_ waiting: RuleWaiting, _ rules: RuleStage) {
        self.waiting = waiting
        self.rules = rules
    }

    func release(at place: EventStagePlace) -> [Event] {
        let dropped = waiting.droppedCount
        if dropped > 0 {
            place.warn("rules: they came too late for \(dropped) events of before, of which the last were kept")
        }
        return waiting.removeAll().flatMap { kept -> ArraySlice<Event> in
            let event = kept.event.event
            guard rules.concerns(event) else { return [] }
            let mask = kept.isRecorded ? nil : event.mask
            // The event itself has been delivered: only what it causes is new.
            return rules.process(event, mask: mask, in: place.place(of: kept.event))?.dropFirst() ?? []
        }
    }
}
