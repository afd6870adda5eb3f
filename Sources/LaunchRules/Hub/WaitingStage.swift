// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// The stage until the rules of a first launch are there: every event is kept, and evaluated by the rules that are in force
/// already, such as an app's own.
final class WaitingStage: EventStage {
    private let inForce: RuleStage?
    private let waiting: RuleWaiting

    init(_ inForce: RuleStage?, _ waiting: RuleWaiting) {
        self.inForce = inForce
        self.waiting = waiting
    }

    func concerns(_ event: Event) -> Bool { true }

    func process(_ event: Event, in place: EventStagePlace) -> [Event]? {
        let inForce = inForce.flatMap { $0.concerns(event) ? $0 : nil }
        waiting.keep(place.passed(event), isRecorded: inForce != nil)
        return inForce?.process(event, in: place)
    }

    func takes(_ booted: PassedEvent) -> Bool {
        waiting.keep(booted, isRecorded: false)
        return true
    }
}
