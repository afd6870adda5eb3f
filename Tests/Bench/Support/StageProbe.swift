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
    ///   - rules: The text of a file of rules.
    ///   - results: How many events come of it; nil for the event as it was.
    /// - Returns: Nanoseconds that it costs the thread that routes.
    func cost(_ count: Int, _ rules: String, results: Int? = nil) -> Double {
        let event = BenchRules.tracked
        let stage = CompiledRules([(1, BenchRules.set(rules))]).stage(HubEventHistory(file: nil, maximumAge: nil))
        return costOfCall(count) { _ in
            guard stage.concerns(event) else { return precondition(results == nil) }
            precondition(stage.process(event, in: place)?.count == results)
        }
    }
}
