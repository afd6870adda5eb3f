// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import LaunchRules

/// Rules as the stage of a hub, to be called with a place in the order of that hub's events.
struct StageProbe {
    /// A stage that keeps the place of the event that comes by.
    private final class PlaceKeeper: EventStage {
        let place = Locked<EventStagePlace?>(nil)
        let done = DispatchSemaphore(value: 0)

        func concerns(_ event: Event) -> Bool { event.type == BenchRules.type }

        func process(_ event: Event, in place: EventStagePlace) -> [Event]? {
            self.place.withLock { $0 = place }
            done.signal()
            return nil
        }
    }

    private let bench: BenchHub
    private let place: EventStagePlace

    /// Makes a hub and has an event pass through it.
    init() {
        bench = BenchHub { _ in }
        let keeper = PlaceKeeper()
        bench.hub.install(keeper)
        bench.hub.dispatch(BenchRules.tracked)
        keeper.done.wait()
        guard let place = keeper.place.withLock({ $0 }) else { preconditionFailure("the stage was called") }
        self.place = place
    }

    func end() {
        bench.end()
    }

    /// Evaluates an event again and again, as the hub does.
    ///
    /// - Parameters:
    ///   - count: How often.
    ///   - event: The event.
    ///   - rules: The text of a file of rules.
    ///   - history: What historical conditions ask.
    ///   - results: How many events come of it; nil for the event as it was.
    /// - Returns: What it costs the thread that routes.
    func cost(
        _ count: Int,
        of event: Event = BenchRules.tracked,
        _ rules: String,
        history: any RuleHistoryRecorder = MemoryRuleHistory(),
        results: Int? = nil
    ) -> CallCost {
        let compiled = CompiledRules([(1, BenchRules.set(rules))])
        history.watch(compiled.historyKeys, all: compiled.asksForAnyHistory)
        let stage = compiled.stage(history)
        return CallCost(count) { _ in
            guard stage.concerns(event) else { return precondition(results == nil) }
            precondition(stage.process(event, in: place)?.count == results)
        }
    }
}
