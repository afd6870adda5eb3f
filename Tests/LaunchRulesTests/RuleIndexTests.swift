// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

@testable import LaunchRules

/// Where rules are found, what is left to be asked of them, and in which order.
struct RuleIndexTests {
    private static func matcher(_ key: String, _ word: String = "eq", _ values: JSONValue...) -> JSONValue {
        ["type": "matcher", "definition": ["key": .string(key), "matcher": .string(word), "values": .array(values)]]
    }

    private static func choice(_ key: String, oneOf count: Int, _ word: String = "eq") -> JSONValue {
        let values = (0..<count).map { JSONValue.string("\($0)") }
        return [
            "type": "matcher", "definition": ["key": .string(key), "matcher": .string(word), "values": .array(values)],
        ]
    }

    private static func all(_ conditions: JSONValue...) -> JSONValue {
        ["type": "group", "definition": ["logic": "and", "conditions": .array(conditions)]]
    }

    private static func either(_ conditions: JSONValue...) -> JSONValue {
        ["type": "group", "definition": ["logic": "or", "conditions": .array(conditions)]]
    }

    private static func historical(_ events: JSONValue...) -> JSONValue {
        ["type": "historical", "definition": ["matcher": "ge", "value": 1, "events": .array(events)]]
    }

    /// A rule for each condition.
    private static func set(_ conditions: [JSONValue]) throws -> LaunchRuleSet {
        let set = try LaunchRuleSet([
            "rules": .array(conditions.map { ["condition": $0, "consequences": []] })
        ])
        try #require(set.count == conditions.count)
        return set
    }

    private static func rules(_ conditions: JSONValue...) throws -> CompiledRules {
        CompiledRules([(1, try set(conditions))])
    }

    // MARK: - Where rules are found

    private static func mayApply(
        _ rules: CompiledRules,
        _ data: JSONObject,
        _ type: EventType = "one",
        _ source: EventSource = "app"
    ) -> Bool {
        let hits = rules.hits(type, source)
        return !hits.isEmpty && rules.mayApply(hits, to: data)
    }

    /// A condition, and whether its rule is for events of another type, and of another source.
    @Test(
        arguments: [
            (all(matcher("~type", "eq", "one"), matcher("~source", "eq", "app"), matcher("v", "eq", 1)), false, false),
            (all(matcher("~type", "eq", "one"), matcher("v", "eq", 1)), false, true),
            (all(matcher("~source", "eq", "app"), matcher("v", "eq", 1)), true, false),
            (matcher("v", "eq", 1), true, true),
        ] as [(JSONValue, Bool, Bool)]
    )
    func aRuleIsFoundByItsAddressAndAValue(
        _ condition: JSONValue,
        _ hasAnyType: Bool,
        _ hasAnySource: Bool
    ) throws {
        for rules in [try Self.rules(condition), try Self.rules(Self.matcher("~type", "eq", "other"), condition)] {
            #expect(Self.mayApply(rules, ["v": 1]))
            // The value is compared when the rule is looked up.
            #expect(Self.mayApply(rules, ["v": 2]))
            #expect(!Self.mayApply(rules, ["v": .null]))
            #expect(!Self.mayApply(rules, ["w": 1]))
            #expect(!Self.mayApply(rules, [:]))
            #expect(Self.mayApply(rules, ["v": 1], "ONE", "APP"))
            #expect(Self.mayApply(rules, ["v": 1], "two", "app") == hasAnyType)
            #expect(Self.mayApply(rules, ["v": 1], "one", "web") == hasAnySource)
            #expect(rules.hits("two", "web").isEmpty == !(hasAnyType && hasAnySource))
        }
    }

    @Test(arguments: [
        matcher("~type", "eq", "one"), all(matcher("~type", "eq", "one"), matcher("v", "co", "1")),
        all(matcher("~source", "eq", "app"), matcher("~state.x/y", "eq", 1)), matcher("v", "ne", 1),
        all(matcher("~type", "eq", "one"), matcher("~sdkver", "eq", "1")),
        either(matcher("v", "eq", 1), matcher("w", "ex")),
    ])
    func aRuleWithoutAValueInTheDataIsAlwaysLookedAt(_ condition: JSONValue) throws {
        #expect(Self.mayApply(try Self.rules(condition), [:]))
    }

    /// Data has one of the keys, and the rule is found by the other.
    @Test func aRuleIsFoundByTheValueThatTellsMost() throws {
        let both = Self.all(Self.matcher("a", "eq", 1), Self.matcher("b", "eq", 1))
        let alone = try Self.rules(both)
        #expect(Self.mayApply(alone, ["a": 1]))
        #expect(!Self.mayApply(alone, ["b": 1]))
        let other = try Self.rules(both, Self.matcher("b", "eq", 2))
        #expect(!Self.mayApply(other, ["a": 1]))
        #expect(Self.mayApply(other, ["b": 1]))
        let more = try Self.rules(
            Self.all(Self.matcher("a", "eq", 1, 2, 3), Self.matcher("b", "eq", 1)),
            Self.all(Self.matcher("b", "eq", 2), Self.matcher("~type", "eq", "other"))
        )
        #expect(Self.mayApply(more, ["a": 1]))
        #expect(!Self.mayApply(more, ["b": 1]))
    }

    @Test(
        arguments: [
            ("1", [0, 1]), (1, [0, 1, 2]), (1.0, [0, 1, 2]), (true, [1, 2]), ("true", [2]), (false, []), ("x", []),
            (.null, []),
        ] as [(JSONValue, [Int32])]
    )
    func aValueLeadsToTheRulesForItsTextItsNumberAndItsTruth(_ value: JSONValue, _ fired: [Int32]) throws {
        let rules = try Self.rules(
            Self.matcher("v", "eq", "1"),
            Self.matcher("v", "eq", 1),
            Self.matcher("v", "eq", true)
        )
        #expect(Self.fired(rules, ["v": value]) == fired)
    }

    @Test func rulesAreInTheirOrderWhereverTheyAreFound() throws {
        let rules = try Self.rules(
            Self.matcher("v", "eq", 1),
            Self.all(Self.matcher("~type", "eq", "one"), Self.matcher("~source", "eq", "app")),
            Self.matcher("~source", "eq", "app"),
            Self.matcher("v", "eq", 1, 1, 2),
            Self.matcher("~type", "eq", "one"),
            Self.either(Self.matcher("~type", "eq", "one"), Self.matcher("~type", "eq", "two"))
        )
        #expect(Self.fired(rules, ["v": 1]) == [0, 1, 2, 3, 4, 5])
        #expect(Self.fired(rules, ["v": 2]) == [1, 2, 3, 4, 5])
        #expect(Self.fired(rules, [:]) == [1, 2, 4, 5])
    }

    private static func fired(_ rules: CompiledRules, _ data: JSONObject) -> [Int32] {
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: data, milliseconds: 0)
        let surroundings = RuleSurroundings(states: NoRuleStates(), history: MemoryRuleHistory(), now: 0)
        return rules.evaluate(event, surroundings).fired
    }

    // MARK: - What is left to be asked

    private static func text(_ condition: CompiledCondition) -> String {
        switch condition {
        case .test(_, let test): test.key.text
        case .history: "history"
        case .all(let conditions): "all(" + conditions.map(text).joined(separator: " ") + ")"
        case .any(let conditions): "any(" + conditions.map(text).joined(separator: " ") + ")"
        }
    }

    @Test(
        arguments: [
            (matcher("~type", "eq", "one"), []), (matcher("v", "eq", 1), []),
            (all(matcher("~type", "eq", "one", "two"), matcher("~source", "eq", "x"), matcher("v", "eq", 1)), []),
            (all(matcher("~type", "eq", "one"), matcher("~type", "ne", "two")), ["~type"]),
            (all(matcher("~type", "eq", "one"), matcher("~type", "co", "on")), ["~type"]),
            (all(matcher("v", "eq", 1), matcher("w", "eq", 1)), ["w"]), (matcher("v", "ne", 1), ["v"]),
            (either(matcher("v", "eq", 1)), []), (either(all(matcher("v", "ex"), matcher("w", "ex"))), ["v", "w"]),
            (
                all(matcher("~type", "eq", "one"), either(matcher("~type", "ne", "two"), matcher("v", "ex"))),
                ["any(~type v)"]
            ),
            (matcher("~sdkver", "eq", "1"), ["~sdkver"]),
        ] as [(JSONValue, [String])]
    )
    func whatTheIndexDecidesIsNotAskedAgain(_ condition: JSONValue, _ remaining: [String]) throws {
        #expect(try Self.rules(condition).rules.map { $0.remaining.map(Self.text) } == [remaining])
    }

    @Test(
        arguments: [
            (all(matcher("~all_json", "ex"), matcher("w", "ex")), ["w", "~all_json"]),
            (either(matcher("~all_json", "ex"), matcher("w", "ex")), ["any(w ~all_json)"]),
            (
                either(matcher("u", "ex"), all(matcher("~all_json", "ex"), matcher("w", "ex")), matcher("~type", "ex")),
                ["any(~type u all(w ~all_json))"]
            ),
            (
                all(
                    matcher("v", "co", "x"),
                    historical(["a": 1]),
                    matcher("w", "ex"),
                    matcher("~state.x/y", "ex"),
                    matcher("~all_json", "ex"),
                    matcher("~timestampz", "ex"),
                    matcher("~timestampu", "ex"),
                    matcher("~type", "ex")
                ),
                ["~type", "~timestampu", "w", "v", "~state.x/y", "history", "~timestampz", "~all_json"]
            ),
        ] as [(JSONValue, [String])]
    )
    func whatCostsLeastIsAskedFirst(_ condition: JSONValue, _ remaining: [String]) throws {
        #expect(try Self.rules(condition).rules.map { $0.remaining.map(Self.text) } == [remaining])
    }

    @Test(
        arguments: [
            (matcher("v", "ex"), 3), (matcher("v", "nx"), 3), (matcher("v", "ne", 1), 4), (matcher("v", "ne", 1, 2), 5),
            (matcher("v", "gt", 1), 4), (matcher("v", "co", "a"), 6), (matcher("v", "sw", "a", "b"), 9),
            (choice("v", oneOf: 99, "ew"), 300), (choice("v", oneOf: 100, "ew"), 303),
            (choice("v", oneOf: 101, "ew"), 303), (choice("v", oneOf: 102, "ne"), 103), (matcher("~type", "ex"), 1),
            (matcher("~cachebust", "ex"), 2), (matcher("~state.x/y", "ex"), 6), (matcher("~timestampp", "ex"), 20),
            (matcher("~all_url", "ex"), 200), (historical(["a": 1]), 20), (historical(["a": 1], ["b": 1]), 40),
            (either(matcher("v", "ex"), matcher("w", "ex")), 7),
            (either(all(matcher("v", "ex"), matcher("w", "ex")), matcher("u", "ex")), 11),
        ] as [(JSONValue, Int)]
    )
    func aConditionHasItsCost(_ condition: JSONValue, _ cost: Int) throws {
        #expect(try Self.rules(condition).rules.map { $0.remaining.map(\.cost) } == [[cost]])
    }

    // MARK: - Addresses

    /// Numbers of types and of sources, and those that an index holds of them; 0 stands for any.
    @Test(
        arguments: [
            (1, 0, 1, 0), (64, 0, 64, 0), (65, 0, 0, 0), (0, 64, 0, 64), (0, 65, 0, 0), (8, 8, 8, 8), (8, 9, 8, 0),
            (2, 32, 2, 32), (2, 33, 2, 0), (64, 1, 64, 1), (64, 2, 64, 0), (65, 64, 0, 64), (65, 65, 0, 0),
        ]
    )
    func anAddressHasSixtyFourPairsAtMost(_ types: Int, _ sources: Int, _ keptTypes: Int, _ keptSources: Int) throws {
        var conditions: [JSONValue] = [Self.matcher("v", "ex")]
        if types > 0 { conditions.append(Self.choice("~type", oneOf: types)) }
        if sources > 0 { conditions.append(Self.choice("~source", oneOf: sources)) }
        let condition: JSONValue = [
            "type": "group", "definition": ["logic": "and", "conditions": .array(conditions)],
        ]
        let address = RuleAddress(of: try #require(Self.set([condition]).rules.first).rule.condition)
        #expect(address.types?.count ?? 0 == keptTypes)
        #expect(address.sources?.count ?? 0 == keptSources)
        // What is not in the index is asked as it stands.
        let rules = try Self.rules(condition)
        let left = (types > 0 && keptTypes == 0 ? 1 : 0) + (sources > 0 && keptSources == 0 ? 1 : 0)
        #expect(rules.rules.map(\.remaining.count) == [1 + left])
        let event = RuleEvent(name: "n", type: "0", source: "0", data: ["v": 1], milliseconds: 0)
        let surroundings = RuleSurroundings(states: NoRuleStates(), history: MemoryRuleHistory(), now: 0)
        #expect(rules.evaluate(event, surroundings).fired == [0])
    }

    // MARK: - The event history

    @Test func theKeysOfTheHistoryThatRulesAskForAreKnown() throws {
        func key(_ data: JSONObject) throws -> RuleHistoryKey { try #require(RuleHistoryKey(RuleHistoryContent(data))) }
        let none = try Self.rules(Self.matcher("v", "eq", 1))
        #expect(none.historyKeys.isEmpty && !none.asksForAnyHistory)
        let known = try Self.rules(Self.historical(["a": 1], ["b": 2]), Self.either(Self.historical(["c": 3])))
        #expect(try known.historyKeys == [key(["a": 1]), key(["b": 2]), key(["c": 3])])
        #expect(!known.asksForAnyHistory)
        let unknown = try Self.rules(Self.historical(["a": 1], ["b": "{%v%}"]))
        #expect(try unknown.historyKeys == [key(["a": 1])])
        #expect(unknown.asksForAnyHistory)
    }
}
