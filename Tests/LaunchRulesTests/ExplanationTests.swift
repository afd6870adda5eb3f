// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// What ``HubRules/explain(_:)`` says about rules and events.
@Suite struct ExplanationTests {
    private struct States: RuleStates {
        func state(of owner: FoldedName) -> JSONObject? {
            owner.folded == "com.example.s" ? ["a": "x", "b": [7, "y"]] : nil
        }
    }

    // MARK: - Beside the evaluation

    @Test(arguments: 0..<4) func itAgreesWithTheEvaluation(_ part: UInt64) throws {
        var (applied, failed) = (0, 0)
        for seed in part * 100..<(part + 1) * 100 {
            let counts = try compare(seed: seed)
            applied += counts.applied
            failed += counts.failed
        }
        #expect(applied > 40)
        #expect(failed > 40)
    }

    private func compare(seed: UInt64) throws -> (applied: Int, failed: Int) {
        var make = RandomRules(seed: seed)
        let set = try LaunchRuleSet(["version": 1, "rules": .array(make.file())])
        let compiled = CompiledRules([(1, set)])
        let history = HubEventHistory(file: nil, maximumAge: nil)
        for _ in 0..<make.random.below(5) {
            let (subject, time) = (make.subject(), Int64(make.random.below(3_000)))
            history.record(RuleHistoryContent(subject), at: time)
        }
        var (applied, failed) = (0, 0)
        for number in 0..<3 {
            let event = make.event(at: 2_000 + Int64(number) * 1_000)
            let surroundings = RuleSurroundings(
                states: States(),
                history: history,
                now: event.milliseconds,
                timeZone: .gmt
            )
            let explained = RuleExplainer(event, surroundings).explain([(1, set)])
            let outcome = compiled.evaluate(event, surroundings)
            applied += explained.count(where: \.applies)
            failed += explained.count { !$0.applies }
            #expect(explained.indices.filter { explained[$0].applies } == outcome.fired.map { Int($0) }, "seed \(seed)")
            checkEffects(explained, outcome, event, "seed \(seed), event \(number)")
        }
        return (applied, failed)
    }

    private func checkEffects(
        _ explained: [LaunchRuleExplanation],
        _ outcome: RuleOutcome,
        _ event: RuleEvent,
        _ comment: Comment
    ) {
        var (names, records, data): ([String], [[String: String]], JSONObject?) = ([], [], event.data)
        for effect in explained.flatMap(\.effects) {
            switch effect {
            case .change(let changed): data = changed
            case .dispatch(let name, _, _, _): names.append(name)
            case .record(let values): records.append(values)
            case .nothing: break
            }
        }
        #expect(data == outcome.data, comment)
        #expect(names == outcome.caused.map(\.name), comment)
        #expect(records == outcome.recorded.map { Dictionary($0.pairs.map { ($0.path, $0.text) }) { $1 } }, comment)
    }

    // MARK: - In a hub

    private static let rules = """
        {"rules": [
          {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
              {"type": "matcher", "definition": {"key": "~type", "matcher": "eq", "values": ["Play"]}},
              {"type": "group", "definition": {"logic": "or", "conditions": [
                {"type": "matcher", "definition": {"key": "c.sec", "matcher": "ge", "values": [10]}},
                {"type": "matcher", "definition": {"key": "c.end", "matcher": "ex"}}]}}]}},
           "consequences": [
             {"id": "made", "type": "dispatch", "detail": {"name": "Made", "type": "made", "source": "rule",
              "eventdataaction": "new", "eventdata": {"at": "{%c.sec%}"}}},
             {"id": "seen", "type": "schema", "detail": {"id": "seen",
              "schema": "https://ns.adobe.com/personalization/eventHistoryOperation",
              "data": {"operation": "insertIfNotExists", "content": {"page": "{%c.id%}"}}}},
             {"id": "add", "type": "add", "detail": {"eventdata": {"mark": true}}}]},
          {"condition": {"type": "historical", "definition": {"events": [{"page": "7"}], "matcher": "gt", "value": 1}},
           "consequences": []}]}
        """

    private func event(_ type: EventType, _ data: JSONObject) throws -> Event {
        try Event(name: "Step", type: type, source: "app", data: data)
    }

    @Test func itNamesTheFirstConditionThatFailsWithBothValues() throws {
        let test = TestHub()
        test.hub.rules.add(try LaunchRuleSet(jsonText: Self.rules), as: "property")
        func texts(_ event: Event) -> [String] { test.hub.rules.explain(event).map(\.description) }
        let history = """
            property: rules[1]: does not apply: condition: historical gt 1, but it is 0
            """
        #expect(
            try texts(event("pause", [:])) == [
                """
                property: rules[0]: does not apply: condition.definition.conditions[0]: ~type eq "Play", but it is "pause"
                """, history,
            ]
        )
        #expect(
            try texts(event("play", ["c": ["sec": "9"]])) == [
                """
                property: rules[0]: does not apply: \
                condition.definition.conditions[1].definition.conditions[0]: c.sec ge 10, but it is "9", \
                nor does one of the 1 beside it
                """, history,
            ]
        )
        let applies = try texts(event("play", ["c": ["sec": 12, "id": 7]]))
        #expect(
            applies[0].hasPrefix(
                """
                property: rules[0]: applies: changes the data to {"c":{"id":7,"sec":12},"mark":true}; \
                records {"page":"7"}; dispatches Made (made / rule) {"at":"12"}; \
                dispatches Rules Consequence Event (com.adobe.eventType.rulesEngine / \
                com.adobe.eventSource.responseContent) {"triggeredconsequence":
                """
            )
        )
        #expect(applies[0].utf8.count < 600)
        #expect(applies[1] == history)
    }

    @Test func itChangesNothing() throws {
        let test = TestHub()
        let tap = test.tap()
        test.start()
        test.hub.rules.replace(with: try LaunchRuleSet(jsonText: Self.rules))
        test.run()
        let before = tap.records.count
        let event = try event("play", ["c": ["sec": 12, "id": 7]])
        let first = test.hub.rules.explain(event)
        test.run()
        #expect(tap.records.count == before)
        // What it said it would record is not there, so that it says the same again.
        #expect(test.hub.rules.explain(event) == first)
        #expect(first[0].effects.contains(.record(["page": "7"])))
        // Once it has happened, there is nothing new to record.
        test.hub.dispatch(event)
        test.run()
        #expect(!test.hub.rules.explain(event)[0].effects.contains(.record(["page": "7"])))
    }

    @Test func aRuleDoesNotApplyToWhatCameOfIt() throws {
        let test = TestHub()
        let made = Recorder<Event>()
        test.hub.listen(type: "made", source: .wildcard) { made.append($0) }
        test.start()
        let set = try LaunchRuleSet(
            jsonText: """
                {"rules": [{"condition": {"type": "matcher", "definition": {"key": "a", "matcher": "ex"}},
                  "consequences": [{"id": "d", "type": "dispatch",
                    "detail": {"type": "made", "source": "rule", "eventdataaction": "copy"}}]}]}
                """
        )
        test.hub.rules.replace(with: set)
        test.hub.dispatch(try event("play", ["a": 1]))
        test.run()
        let event = try #require(made.elements.first)
        #expect(test.hub.rules.explain(event)[0].obstacle == .descent)
        #expect(test.hub.rules.explain(try self.event("play", ["a": 1]).chained(from: event))[0].obstacle == .descent)
    }

    // MARK: - Observers

    @Test func observersReceiveWhatRulesHaveDone() throws {
        let test = TestHub()
        let tap = test.tap()
        test.start()
        test.hub.rules.add(try LaunchRuleSet(jsonText: Self.rules), as: "more")
        test.hub.dispatch(try event("play", ["c": ["sec": 12, "id": 7]]))
        test.hub.dispatch(try event("pause", [:]))
        test.run()
        let records = tap.records.compactMap { record in
            if case .rulesApplied(let record) = record { record } else { nil }
        }
        try #require(records.count == 1)
        let record = records[0]
        #expect(record.rules == ["more: rules[0] (made, seen, add)"])
        #expect(record.event.data == ["c": ["sec": 12, "id": 7]])
        #expect(record.result.data["mark"] == true)
        #expect(record.event.id == record.result.id)
        #expect(record.isChanged)
        #expect(record.caused.map(\.name) == ["Made", "Rules Consequence Event"])
        // It comes before the event that it is about.
        let names = tap.records.compactMap { record in
            switch record {
            case .rulesApplied: "rules"
            case .dispatched(let event): event.type == .hub ? nil : event.name
            default: nil
            }
        }
        #expect(names == ["rules", "Step", "Made", "Rules Consequence Event", "Step"])
    }
}
