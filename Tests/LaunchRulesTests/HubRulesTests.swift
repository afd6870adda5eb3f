// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// Rules between the interceptors and the listeners of a hub.
@Suite struct HubRulesTests {
    private static let app: EventSource = "com.example.app"

    private static func event(_ type: EventType, _ data: JSONObject = [:]) throws -> Event {
        try Event(name: "Step", type: type, source: app, data: data)
    }

    /// A set of one rule for events of a type.
    private static func rule(_ type: String, _ consequences: JSONValue...) throws -> LaunchRuleSet {
        try LaunchRuleSet([
            "version": 1,
            "rules": [
                [
                    "condition": [
                        "type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": [.string(type)]],
                    ],
                    "consequences": .array(consequences),
                ]
            ],
        ])
    }

    private static func dispatch(_ type: String, _ data: JSONObject = [:], copies: Bool = false) -> JSONValue {
        [
            "id": "d", "type": "dispatch",
            "detail": [
                "name": "Made", "type": .string(type), "source": "com.example.app",
                "eventdataaction": copies ? "copy" : "new", "eventdata": .object(data),
            ],
        ]
    }

    private static func change(_ kind: String, _ data: JSONObject) -> JSONValue {
        ["id": "c", "type": .string(kind), "detail": ["eventdata": .object(data)]]
    }

    /// What a listener of every event has received, without the hub's own events.
    private final class Ear: Sendable {
        private let heard = Locked<[Event]>([])

        init(_ hub: EventHub) {
            hub.listen(type: .wildcard, source: .wildcard) { [weak self] event in
                guard event.type != .hub else { return }
                self?.heard.withLock { $0.append(event) }
            }
        }

        var events: [Event] { heard.withLock { $0 } }
        var texts: [String] { events.map { "\($0.name) \($0.type) \($0.data.jsonText)" } }
    }

    private func started() -> (TestHub, Ear) {
        let test = TestHub()
        let ear = Ear(test.hub)
        test.start()
        test.run()
        return (test, ear)
    }

    @Test func listenersReceiveTheChangedEvent() throws {
        let (test, ear) = started()
        test.hub.rules.replace(
            with: try Self.rule("one", Self.change("add", ["b": "{%a%}!"]), Self.change("mod", ["a": 2]))
        )
        test.hub.dispatch(try Self.event("one", ["a": 1]))
        test.hub.dispatch(try Self.event("two", ["a": 1]))
        test.run()
        #expect(ear.texts == [#"Step one {"a":2,"b":"1!"}"#, #"Step two {"a":1}"#])
    }

    @Test func aDispatchedEventStandsDirectlyBehindItsTriggerWithItsInstant() throws {
        let (test, ear) = started()
        test.hub.rules.replace(with: try Self.rule("one", Self.dispatch("made", ["v": "{%a%}"])))
        test.hub.dispatch(try Self.event("one", ["a": 1]))
        test.clock.advance(by: .seconds(5))
        test.hub.dispatch(try Self.event("two"))
        test.run()
        #expect(ear.texts == [#"Step one {"a":1}"#, #"Made made {"v":"1"}"#, "Step two {}"])
        let events = ear.events
        #expect(events[1].instant == events[0].instant)
        #expect(events[1].parentID == events[0].id)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.number < $1.number })
    }

    @Test func whatIsInForceIsPublishedWithEachChange() throws {
        let test = TestHub()
        test.start()
        let rules = test.hub.rules
        func report() -> JSONObject? {
            test.run()
            return test.hub.state(of: HubRules.stateName).values
        }
        #expect(report() == nil)
        rules.add(try Self.rule("one"), as: "b")
        let own: JSONValue = ["name": "b", "count": 1, "refused": 0]
        #expect(report() == ["count": 1, "refused": 0, "sets": [own], "findings": []])
        // Rules of the property of which none is understood are there to be read about.
        rules.replace(with: try LaunchRuleSet(["rules": [5]]))
        let finding = try #require(rules.findings.first?.description)
        #expect(
            report() == [
                "count": 1, "refused": 1, "sets": [["name": "", "count": 0, "refused": 1], own],
                "findings": [.string(finding)],
            ]
        )
        rules.replace(with: LaunchRuleSet())
        rules.remove("b")
        #expect(report() == ["count": 0, "refused": 0, "sets": [], "findings": []])
    }

    @Test func rulesCountForWhatIsDispatchedAfterThem() throws {
        let (test, ear) = started()
        let rules = test.hub.rules
        func mark(_ text: String) throws -> LaunchRuleSet {
            try Self.rule("one", Self.change("add", ["by": .string(text)]))
        }
        test.hub.dispatch(try Self.event("one"))
        rules.replace(with: try mark("first"))
        test.hub.dispatch(try Self.event("one"))
        rules.replace(with: try mark("second"))
        rules.add(try mark("third"), as: "more")
        test.hub.dispatch(try Self.event("one"))
        rules.replace(with: LaunchRuleSet())
        test.hub.dispatch(try Self.event("one"))
        rules.remove("more")
        test.hub.dispatch(try Self.event("one"))
        test.run()
        #expect(ear.events.map { $0.data["by"]?.stringValue } == [nil, "first", "second", "third", nil])
        #expect(rules.count == 0)
    }

    @Test func eventsFromBeforeTheStartAreEvaluatedOnceAndSoIsTheOpening() throws {
        let test = TestHub()
        let ear = Ear(test.hub)
        test.hub.dispatch(try Self.event("one", ["a": 1]))
        test.hub.rules.replace(
            with: try LaunchRuleSet(
                jsonText: """
                    {"rules": [
                      {"condition": {"type": "matcher", "definition":
                          {"key": "~source", "matcher": "eq", "values": ["com.adobe.eventSource.booted"]}},
                       "consequences": [{"id": "b", "type": "dispatch", "detail": {"name": "Begin", "type": "begin",
                          "source": "com.example.app", "eventdataaction": "new"}}]},
                      {"condition": {"type": "matcher", "definition": {"key": "a", "matcher": "eq", "values": [1]}},
                       "consequences": [{"id": "n", "type": "note", "detail": {}}]}]}
                    """
            )
        )
        test.start()
        test.run()
        #expect(ear.events.map(\.name) == ["Begin", "Step", "Rules Consequence Event"])
    }

    /// Batches are routed where they lie as long as no event causes another one, and whole otherwise.
    @Test(arguments: [[7], [7, 500], [1], []], [nil, 1_199])
    func aLongBatchKeepsItsOrderWhateverRulesMakeOfIt(of steps: [Int], request: Int?) throws {
        let (test, ear) = started()
        let causes = steps.count > 1
        test.hub.rules.replace(
            with: try LaunchRuleSet(
                jsonText: """
                    {"rules": [
                      {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
                          {"type": "matcher", "definition": {"key": "~type", "matcher": "eq", "values": ["one"]}},
                          {"type": "matcher", "definition": {"key": "mark", "matcher": "eq", "values": ["change"]}}]}},
                       "consequences": [{"id": "c", "type": "add", "detail": {"eventdata": {"changed": true}}}]},
                      {"condition": {"type": "matcher", "definition": {"key": "mark", "matcher": "eq", "values": ["cause"]}},
                       "consequences": [{"id": "d", "type": "dispatch", "detail": {"name": "Made", "type": "made",
                          "source": "com.example.app", "eventdataaction": "copy"}}]}]}
                    """
            )
        )
        test.run()
        var expected: [String] = []
        let outcomes = Recorder<RequestOutcome>()
        for number in 0..<1_200 {
            var data: JSONObject = ["number": .int(Int64(number))]
            let isMarked = steps.contains { number % $0 == $0 - 1 }
            let isCause = isMarked && causes && number % 2 == 1
            if isMarked { data["mark"] = isCause ? "cause" : "change" }
            let event = try Self.event("one", data)
            if number == request {
                test.hub.request(event, timeout: .seconds(1), completion: outcomes.append)
            } else {
                test.hub.dispatch(event)
            }
            if isMarked, !isCause { data["changed"] = true }
            expected.append("Step one \(data.jsonText)")
            if isCause { expected.append("Made made \(data.jsonText)") }
        }
        test.run()
        #expect(ear.texts == expected)
        let numbers = ear.events.map(\.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        test.clock.advance(by: .seconds(2))
        test.run()
        #expect(outcomes.count == (request == nil ? 0 : 1))
    }

    @Test func aRequestIsAnsweredThoughItsDataWasChanged() throws {
        let test = TestHub()
        try test.hub.register(name: "Answerer") { runtime in
            runtime.listen(type: "ask", source: Self.app) { event in
                if let answer = try? Event(
                    name: "Answer",
                    type: "ask",
                    source: "reply",
                    data: event.data,
                    answering: event
                ) {
                    runtime.dispatch(answer)
                }
            }
            return Quiet()
        }
        test.start()
        test.hub.rules.replace(with: try Self.rule("ask", Self.change("mod", ["a": "new"]), Self.dispatch("made")))
        let outcome = Locked<RequestOutcome?>(nil)
        test.hub.request(try Self.event("ask", ["a": "old"])) { result in outcome.withLock { $0 = result } }
        test.run()
        #expect(outcome.withLock { $0 }?.response?.data == ["a": "new"])
    }

    private final class Quiet: ExtensionCallbacks {}

    @Test func stateIsReadAsOfTheEvent() throws {
        let test = TestHub()
        let ear = Ear(test.hub)
        let shared = Locked<ExtensionRuntime?>(nil)
        try test.hub.register(name: "com.example.player") { runtime in
            shared.withLock { $0 = runtime }
            return Quiet()
        }
        test.start()
        test.run()
        test.hub.rules.replace(
            with: try Self.rule("one", Self.change("add", ["level": "{%~state.COM.example.Player/level%}"]))
        )
        let runtime = try #require(shared.withLock { $0 })
        test.hub.dispatch(try Self.event("one"))
        for level in 1...3 {
            try runtime.publishState(["level": .int(Int64(level))])
            test.hub.dispatch(try Self.event("one"))
        }
        test.run()
        // The first version also counts for events before it, as everywhere in the hub.
        #expect(ear.events.compactMap { $0.data["level"]?.stringValue } == ["1", "1", "2", "3"])
    }

    @Test func whatConfiguresTheHubIsNeitherChangedNorDispatched() throws {
        let (test, ear) = started()
        let type = EventType.configuration.description
        test.hub.rules.replace(with: try Self.rule(type, Self.change("mod", ["a": 2]), Self.dispatch("made")))
        test.hub.rules.add(try Self.rule("one", Self.dispatch(type, ["privacy": "in"])), as: "more")
        test.hub.dispatch(try Self.event(.configuration, ["a": 1]))
        test.hub.dispatch(try Self.event("one"))
        test.run()
        #expect(ear.texts == ["Step \(type) {\"a\":1}", "Made made {}", "Step one {}"])
        #expect(test.log.records.contains { $0.message.contains("configures the hub") })
    }

    @Test func aRuleIsNotAppliedToWhatAListenerMakesOfItsOwnEvent() throws {
        let (test, ear) = started()
        test.hub.rules.replace(with: try Self.rule("one", Self.dispatch("made")))
        test.hub.listen(type: "made", source: Self.app) { [weak hub = test.hub] event in
            if let again = try? Self.event("one").chained(from: event) { hub?.dispatch(again) }
        }
        test.hub.dispatch(try Self.event("one"))
        test.run()
        #expect(ear.events.map(\.type) == ["one", "made", "one"])
    }

    @Test func nobodyIsEvaluatedTwiceOrByHalfOfTwoSetsWhileRulesAreReplaced() async throws {
        let hub = EventHub(options: .patient())
        let heard = Locked<[JSONObject]>([])
        hub.listen(type: "one", source: Self.app) { event in heard.withLock { $0.append(event.data) } }
        await hub.start()
        let sets = try (0..<2).map { number in
            try Self.rule(
                "one",
                Self.change("add", ["first": .int(Int64(number))]),
                Self.change("add", ["second": .int(Int64(number)), "list": [0]])
            )
        }
        hub.rules.replace(with: sets[0])
        let event = try Self.event("one")
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<1_000 { hub.dispatch(event) } }
            group.addTask { for turn in 0..<50 { hub.rules.replace(with: sets[turn % 2]) } }
        }
        await hub.idle
        let events = heard.withLock { $0 }
        #expect(events.count == 1_000)
        #expect(events.allSatisfy { $0["first"] != nil && $0["first"] == $0["second"] && $0["list"] == [0] })
    }
}

extension LaunchRuleSet {
    /// Reads rules out of a text.
    init(jsonText text: String) throws {
        try self.init(json: Data(text.utf8))
    }
}
