// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What a stage is told of the place of an event: its number, its time and the states there.
struct StagePlaceTests {
    /// Notes each place, and puts an event behind those that are named so.
    private final class Witness: EventStage {
        struct Sight: Equatable {
            var name: String
            var number: UInt64
            var milliseconds: Int64
            var now: Int64
            var state: JSONObject?
        }

        let sights = Locked<[Sight]>([])

        func concerns(_ event: Event) -> Bool { event.type == testType }

        func process(_ event: Event, in place: EventStagePlace) -> [Event]? {
            let sight = Sight(
                name: event.name,
                number: place.passed(event).event.number,
                milliseconds: place.milliseconds - StagePlaceTests.start,
                now: place.now - StagePlaceTests.start,
                state: place.statesOfEvent.state(of: FoldedName("shared"))
            )
            sights.withLock { $0.append(sight) }
            guard event.name == "cause" else { return nil }
            let caused = try? Event(name: "caused", type: "x", source: testSource, data: [:], causedBy: event)
            return [event] + [caused].compactMap { $0 }
        }
    }

    private static let start: Int64 = 1_700_000_000_000

    private let test = TestHub(date: Date(timeIntervalSince1970: 1_700_000_000))
    private let witness = Witness()
    private let heard: RecordingListener

    init() {
        heard = test.listener(type: testType, source: testSource)
        test.hub.install(witness)
        test.run()
    }

    private func sights() -> [Witness.Sight] { witness.sights.withLock { $0 } }

    /// The place of an event that was heard under a number.
    private func sight(
        _ name: String,
        _ number: UInt64,
        _ milliseconds: Int64 = 0,
        now: Int64 = 0,
        _ state: JSONObject? = nil
    ) -> Witness.Sight {
        Witness.Sight(name: name, number: number, milliseconds: milliseconds, now: now, state: state)
    }

    @Test(arguments: [false, true])
    func anEventHasThePlaceInWhichItIsHeard(hasRequest: Bool) throws {
        test.start()
        test.hub.dispatch(try event("a"))
        if hasRequest { test.hub.request(try event("ask")) { _ in } }
        test.hub.dispatch(try event("cause"))
        test.hub.dispatch(try event("b"))
        test.hub.dispatch(try event("c"))
        test.run()
        let names = hasRequest ? ["a", "ask", "cause", "b", "c"] : ["a", "cause", "b", "c"]
        #expect(heard.names == names)
        #expect(sights() == zip(names, heard.numbers).map { sight($0, $1) })
        let first = try #require(heard.numbers.first)
        let behind: [UInt64] = hasRequest ? [0, 1, 2, 4, 5] : [0, 1, 3, 4]
        #expect(heard.numbers == behind.map { first + $0 })
    }

    /// What waited for its turn happened when it was dispatched.
    @Test(arguments: [false, true])
    func anEventHasTheTimeAtWhichItWasDispatched(hasRequest: Bool) throws {
        test.start()
        test.hub.dispatch(try event("a"))
        if hasRequest { test.hub.request(try event("ask")) { _ in } }
        test.clock.advance(by: .milliseconds(1_500))
        test.hub.dispatch(try event("b"))
        test.clock.advance(by: .milliseconds(500))
        test.run()
        let expected: [(String, Int64)] = [("a", 0)] + (hasRequest ? [("ask", 0)] : []) + [("b", 1_500)]
        #expect(heard.names == expected.map(\.0))
        #expect(sights() == zip(expected, heard.numbers).map { sight($0.0, $1, $0.1, now: 2_000) })
    }

    @Test func anEventThatWasDueEarlierHappenedThen() throws {
        test.start()
        test.hub.dispatch(try event("late"), age: .milliseconds(2_500))
        test.hub.dispatch(try event("now"), age: .zero)
        test.hub.dispatch(try event("early"), age: .milliseconds(-2_500))
        test.run()
        let times: [Int64] = [-2_500, 0, 0]
        #expect(heard.names == ["late", "now", "early"])
        #expect(
            sights() == zip(heard.names, zip(heard.numbers, times)).map { sight($0, $1.0, $1.1) }
        )
    }

    /// What comes before the hub opens is numbered later, and happened when it came.
    @Test func anEventBeforeTheOpeningHasItsOwnTime() throws {
        test.hub.dispatch(try event("a"))
        test.run()
        test.clock.advance(by: .seconds(2))
        test.hub.publishState(as: "shared") { ["n": 1] }
        test.hub.dispatch(try event("b"))
        test.run()
        test.clock.advance(by: .seconds(1))
        test.start()
        #expect(heard.names == ["a", "b"])
        let numbers = heard.numbers
        try #require(numbers.count == 2)
        #expect(
            sights() == [
                sight("a", numbers[0], 0, now: 3_000, ["n": 1]), sight("b", numbers[1], 2_000, now: 3_000, ["n": 1]),
            ]
        )
    }

    /// A state counts from the place on in which it was published.
    @Test func anEventSeesTheStatesOfItsPlace() throws {
        test.start()
        func publish(_ value: Int64) { test.hub.publishState(as: "shared") { ["n": .int(value)] } }
        publish(0)
        test.run()
        test.hub.dispatch(try event("a"))
        publish(1)
        test.hub.dispatch(try event("b"))
        publish(2)
        test.hub.dispatch(try event("c"))
        test.run()
        #expect(sights().map(\.state) == [["n": 0], ["n": 1], ["n": 2]])
        #expect(sights().map(\.number) == heard.numbers)
    }

    /// Events that are held back elsewhere come out of a stage that is taken away, into an open hub only.
    @Test func whatIsHeldBackComesOutWhereTheHubIsOpen() throws {
        final class Backlog: EventBacklog {
            let now = Locked<[Int64]>([])
            let events: [Event]

            init(_ events: [Event]) {
                self.events = events
            }

            func release(at place: EventStagePlace) -> [Event] {
                now.withLock { $0 += [place.milliseconds, place.now] }
                return events
            }
        }
        let backlog = Backlog([try event("held")])
        test.hub.install(nil, releasing: backlog)
        test.run()
        #expect(backlog.now.withLock { $0 } == [])
        test.start()
        #expect(heard.names == [])
        test.clock.advance(by: .seconds(4))
        test.hub.install(nil, releasing: backlog)
        test.run()
        #expect(backlog.now.withLock { $0 } == [Self.start + 4_000, Self.start + 4_000])
        #expect(heard.names == ["held"])
        #expect(sights() == [])
    }
}
