// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// Who receives an event, and in which order.
struct RoutingTableTests {
    private let boxes = (0...3 as ClosedRange<UInt64>).map {
        Mailbox(id: $0, name: "\($0)", policy: .unbounded, monitor: .silent())
    }

    private func subscription(
        _ label: String,
        _ box: Int,
        _ type: EventType = testType,
        _ source: EventSource = testSource
    ) -> Subscription {
        Subscription(type: type, source: source, mailbox: boxes[box], label: label, listener: RecordingListener())
    }

    /// The mailboxes of a route, each with its listeners.
    private func shown(_ route: RoutingTable.Route) -> [String] {
        route.targets.map { target in
            ([target.mailbox.name] + target.subscriptions.map(\.label)).joined(separator: " ")
        }
    }

    @Test func mailboxesReceiveInTheOrderOfTheirFirstListeners() {
        var table = RoutingTable([
            subscription("a", 2), subscription("b", 1), subscription("c", 2), subscription("d", 3),
            subscription("e", 1), subscription("f", 2),
        ])
        #expect(shown(table.route(testType, testSource)) == ["2 a c f", "1 b e", "3 d"])
        #expect(shown(table.route(testType, testSource)) == ["2 a c f", "1 b e", "3 d"])
    }

    @Test func everyPartOfAnAddressMayBeAWildcard() {
        var table = RoutingTable([
            subscription("both", 0, .wildcard, .wildcard), subscription("type", 1, .wildcard, testSource),
            subscription("source", 2, testType, .wildcard), subscription("none", 3),
        ])
        #expect(shown(table.route(testType, testSource)) == ["0 both", "1 type", "2 source", "3 none"])
        #expect(shown(table.route(testType, "x")) == ["0 both", "2 source"])
        #expect(shown(table.route("x", testSource)) == ["0 both", "1 type"])
        #expect(shown(table.route("x", "x")) == ["0 both"])
        #expect(shown(table.routeOfAnswers()) == ["0 both"])
    }

    @Test func whoIsCancelledIsLeftOut() {
        let cancelled = [subscription("a", 1), subscription("b", 2, .wildcard, .wildcard)]
        for subscription in cancelled { subscription.cancel() }
        var table = RoutingTable(cancelled + [subscription("c", 1)])
        #expect(shown(table.route(testType, testSource)) == ["1 c"])
        #expect(shown(table.routeOfAnswers()) == [])
    }

    /// A route that is known does not outlive a change of its listeners.
    @Test func aChangeHoldsForTheNextEvent() {
        let (first, second) = (subscription("a", 1), subscription("b", 2, .wildcard, .wildcard))
        var table = RoutingTable([first])
        func routes() -> [[String]] {
            // An address that was asked for before the last one is known by its name.
            let known = shown(table.route(testType, "other"))
            return [shown(table.route(testType, testSource)), known, shown(table.routeOfAnswers())]
        }
        #expect(routes() == [["1 a"], [], []])
        table.add(second)
        #expect(routes() == [["1 a", "2 b"], ["2 b"], ["2 b"]])
        table.remove(first)
        #expect(routes() == [["2 b"], ["2 b"], ["2 b"]])
        #expect(table.removeAll(of: boxes[1]).isEmpty)
        #expect(table.removeAll(of: boxes[2]).map(\.label) == ["b"])
        #expect(routes() == [[], [], []])
        table.add(first)
        #expect(routes() == [["1 a"], [], []])
        #expect(table.removeAll().map(\.label) == ["a"])
        #expect(routes() == [[], [], []])
    }
}
