// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

@testable import LaunchRules

/// What rules make of one event, and what they may not do.
struct RuleOutcomeTests {
    private static func outcome(
        _ consequences: [JSONValue],
        _ data: JSONObject? = ["a": 1],
        _ history: MemoryRuleHistory = MemoryRuleHistory()
    ) throws -> RuleOutcome {
        let rule: JSONValue = [
            "condition": ["type": "matcher", "definition": ["key": "~type", "matcher": "ex"]],
            "consequences": .array(consequences),
        ]
        let rules = CompiledRules([(1, try LaunchRuleSet(["rules": [rule]]))])
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: data, milliseconds: 7)
        return rules.evaluate(event, RuleSurroundings(states: NoRuleStates(), history: history, now: 7))
    }

    private static func change(_ kind: String, _ data: JSONObject) -> JSONValue {
        ["id": "c", "type": .string(kind), "detail": ["eventdata": .object(data)]]
    }

    @Test(
        arguments: [
            (.configuration, "app", true), (.hub, "app", true),
            ("com.adobe.eventType.rulesEngine", "com.adobe.eventSource.requestReset", true),
            ("com.adobe.eventType.rulesEngine", "com.adobe.eventSource.responseContent", false),
            ("one", "com.adobe.eventSource.requestReset", false), ("one", "app", false),
        ] as [(EventType, EventSource, Bool)]
    )
    func whatConfiguresTheHubIsProtected(_ type: EventType, _ source: EventSource, _ isProtected: Bool) throws {
        #expect(RuleEvent.isProtected(type, source) == isProtected)
        let dispatch: JSONValue = [
            "id": "d", "type": "dispatch",
            "detail": [
                "type": .string(type.description), "source": .string(source.description), "eventdataaction": "copy",
            ],
        ]
        let outcome = try Self.outcome([dispatch])
        #expect(outcome.caused.map(\.type) == (isProtected ? [] : [type]))
        let trouble = "rules may not dispatch an event that configures the hub"
        #expect(outcome.troubles == (isProtected ? [trouble] : []))
    }

    @Test func onlyAChangeMakesAnEventAChangedOne() throws {
        let note: JSONValue = ["id": "n", "type": "note", "detail": [:]]
        let noted = try Self.outcome([note])
        #expect(!noted.isChanged && noted.data == ["a": 1] && noted.caused.count == 1 && noted.fired == [0])
        let changed = try Self.outcome([Self.change("add", ["b": 2])])
        #expect(changed.isChanged && changed.data == ["a": 1, "b": 2] && changed.caused.isEmpty)
        let without = try Self.outcome([Self.change("add", ["b": 2])], nil)
        #expect(!without.isChanged && without.data == nil)
    }

    @Test(arguments: [7, 8, 9, 20])
    func eightTroublesOfAnEventAreSaid(_ count: Int) throws {
        let nameless: JSONValue = [
            "id": "d", "type": "dispatch", "detail": ["type": "", "source": "app", "eventdataaction": "copy"],
        ]
        let outcome = try Self.outcome(Array(repeating: nameless, count: count))
        let trouble = "an event is not dispatched whose name, type or source is empty or the wildcard"
        #expect(outcome.troubles == Array(repeating: trouble, count: min(count, 8)))
        #expect(outcome.caused.isEmpty)
    }

    /// However many rules before it had some.
    @Test func eachRuleIsExplainedWithItsOwnTroubles() throws {
        let rule: JSONValue = [
            "condition": ["type": "matcher", "definition": ["key": "~type", "matcher": "ex"]],
            "consequences": [
                ["id": "d", "type": "dispatch", "detail": ["type": "", "source": "app", "eventdataaction": "copy"]]
            ],
        ]
        let set = try LaunchRuleSet(["rules": .array(Array(repeating: rule, count: 10))])
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: [:], milliseconds: 7)
        let surroundings = RuleSurroundings(states: NoRuleStates(), history: MemoryRuleHistory(), now: 7)
        let effects = RuleExplainer(event, surroundings).explain([(1, set)]).map(\.effects)
        let trouble = "an event is not dispatched whose name, type or source is empty or the wildcard"
        #expect(effects == Array(repeating: [.nothing(trouble)], count: 10))
    }

    /// Members of a dispatch that make it one that cannot be.
    @Test(
        arguments: [
            ["name": ""], ["type": ""], ["source": ""], ["type": "com.adobe.eventType._wildcard_"],
            ["source": "com.adobe.eventSource._wildcard_"],
        ] as [JSONObject]
    )
    func anEventHasANameATypeAndASource(_ members: JSONObject) throws {
        var detail: JSONObject = ["name": "n", "type": "t", "source": "s", "eventdataaction": "copy"]
        #expect(
            try Self.outcome([["id": "d", "type": "dispatch", "detail": .object(detail)]]).caused.map(\.name) == ["n"]
        )
        for member in members { detail[member.key] = member.value }
        let outcome = try Self.outcome([["id": "d", "type": "dispatch", "detail": .object(detail)]])
        #expect(outcome.caused.isEmpty && outcome.troubles.count == 1)
    }

    // MARK: - The event history

    private static func record(_ operation: String, _ name: JSONValue) -> JSONValue {
        [
            "id": "r", "type": "schema",
            "detail": [
                "id": "r", "schema": "https://ns.adobe.com/personalization/eventHistoryOperation",
                "data": ["operation": .string(operation), "content": ["name": name]],
            ],
        ]
    }

    @Test(
        arguments: [
            ([record("insert", "x")], 1), ([record("insert", "x"), record("insert", "x")], 2),
            ([record("insertIfNotExists", "x"), record("insertIfNotExists", "x")], 1),
            ([record("insertIfNotExists", "x"), record("insertIfNotExists", "y")], 2),
            ([record("insert", "x"), record("insertIfNotExists", "x")], 1),
            ([record("insertIfNotExists", "x"), record("insert", "x")], 2), ([record("insertIfNotExists", "old")], 0),
            ([record("insert", "old")], 1), ([record("remove", "x")], 0), ([record("insert", "")], 0),
        ] as [([JSONValue], Int)]
    )
    func whatIsRecordedOnceIsRecordedOnce(_ consequences: [JSONValue], _ count: Int) throws {
        let history = MemoryRuleHistory()
        history.record(RuleHistoryContent(["name": "old"]), at: 1)
        let outcome = try Self.outcome(consequences, [:], history)
        #expect(outcome.recorded.count == count)
        // Each record leaves as an event.
        #expect(outcome.caused.count == count)
    }

    // MARK: - Changes

    /// A name is that of a list's objects by all of its sign.
    @Test(
        arguments: [
            (["tags[*]": ["b": 1]], ["tags": [["b": 1]], "ta": [["a": 0]], "": [["a": 0]]]),
            (["tags]": ["b": 1]], ["tags": [[:]], "ta": [["a": 0]], "": [["a": 0]], "tags]": ["b": 1]]),
            (["ta[0]": ["b": 1]], ["tags": [[:]], "ta": [["a": 0]], "": [["a": 0]], "ta[0]": ["b": 1]]),
            (["tags[*": ["b": 1]], ["tags": [[:]], "ta": [["a": 0]], "": [["a": 0]], "tags[*": ["b": 1]]),
            (["[*]": ["b": 1]], ["tags": [[:]], "ta": [["a": 0]], "": [["a": 0, "b": 1]]]),
            (["ta[*]": ["a": 1]], ["tags": [[:]], "ta": [["a": 0]], "": [["a": 0]]]),
        ] as [(JSONObject, JSONObject)]
    )
    func aNameWithItsSignMeansTheObjectsOfAList(_ changes: JSONObject, _ result: JSONObject) {
        let data: JSONObject = ["tags": [[:]], "ta": [["a": 0]], "": [["a": 0]]]
        #expect(data.applying(changes, overwrites: false) == result)
    }
}
