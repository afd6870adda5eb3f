// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// How many events are routed together where a stage makes many of one: a listener that does not return keeps a batch, so
/// that no batch may grow with what a stage causes.
struct StageBatchTests {
    /// A stage that puts so many events behind each one whose name says so.
    private final class Multiplier: EventStage {
        private let count: Int

        init(_ count: Int) {
            self.count = count
        }

        func concerns(_ event: Event) -> Bool { event.name == "cause" }

        func process(_ event: Event, in place: EventStagePlace) -> [Event]? {
            let caused = (0..<count).compactMap {
                try? Event(name: "caused \($0)", type: testType, source: testSource, data: [:], causedBy: event)
            }
            return [event] + caused
        }
    }

    /// Events that come out where a stage is installed.
    private final class Held: EventBacklog {
        private let events: [Event]

        init(_ events: [Event]) {
            self.events = events
        }

        func release(at place: EventStagePlace) -> [Event] { events }
    }

    /// An observer that notes how many events come together.
    private final class SizeTap: DirectHubTap {
        private let seen = Locked<(sizes: [Int], names: [String])>(([], []))

        func receive(_ records: [HubRecord]) -> Bool {
            let names = records.compactMap { record in
                if case .dispatched(let event) = record, event.type == testType { event.name } else { nil }
            }
            seen.withLock { seen in
                if !names.isEmpty { seen.sizes.append(names.count) }
                seen.names += names
            }
            return true
        }

        var sizes: [Int] { seen.withLock { $0.sizes } }
        var names: [String] { seen.withLock { $0.names } }
    }

    /// How many events come before and after one that causes others, and how many of them are routed together.
    @Test(
        arguments: [
            (0, 3, 1, [5]), (511, 128, 0, [512, 128]), (400, 111, 3, [512, 3]), (400, 110, 3, [512, 2]),
            (400, 112, 3, [512, 4]), (0, 1_100, 2, [512, 512, 79]), (0, 1_023, 2, [512, 512, 2]),
        ],
        [false, true]
    )
    func noMoreThanABatchIsRoutedTogether(
        _ plan: (before: Int, count: Int, after: Int, sizes: [Int]),
        hasRequest: Bool
    ) throws {
        let test = TestHub()
        test.start()
        test.hub.install(Multiplier(plan.count))
        test.run()
        let tap = SizeTap()
        test.hub.install(tap)
        let heard = test.listener(type: testType, source: testSource)
        test.run()
        var names: [String] = []
        for number in 0..<plan.before {
            names.append("before \(number)")
            test.hub.dispatch(try event("before \(number)"))
        }
        names.append("cause")
        if hasRequest {
            // A batch with a request goes another way.
            test.hub.request(try event("cause")) { _ in }
        } else {
            test.hub.dispatch(try event("cause"))
        }
        names += (0..<plan.count).map { "caused \($0)" }
        for number in 0..<plan.after {
            names.append("after \(number)")
            test.hub.dispatch(try event("after \(number)"))
        }
        test.run()
        #expect(tap.sizes == plan.sizes)
        #expect(tap.names == names)
        #expect(heard.names == names)
    }

    @Test(arguments: [(1, [1]), (512, [512]), (513, [512, 1]), (1_100, [512, 512, 76])])
    func whatABacklogHoldsComesInBatchesToo(_ count: Int, _ sizes: [Int]) throws {
        let test = TestHub()
        test.start()
        let tap = SizeTap()
        test.hub.install(tap)
        let events = try events(0..<count)
        test.hub.install(Multiplier(0), releasing: Held(events))
        test.run()
        #expect(tap.sizes == sizes)
        #expect(tap.names == events.map(\.name))
    }
}
