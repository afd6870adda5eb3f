// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules
import Testing

/// Files that are wrong, or meant to do harm.
@Suite struct HostileRulesTests {
    @Test func aFindingNamesPlaceAndReason() throws {
        let set = try LaunchRuleSet(
            jsonText: """
                {"version": 2, "rules": [
                  {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
                    {"type": "matcher", "definition": {"key": "a", "matcher": "between", "values": [1]}}]}},
                   "consequences": []},
                  {"condition": {"type": "matcher", "definition": {"key": "a", "matcher": "gt", "values": [1, "x"]}},
                   "consequences": [{"id": "x"}]}
                ]}
                """
        )
        #expect(set.count == 1)
        #expect(set.refusedCount == 1)
        let places = set.findings.map { "\($0.effect) \($0.line ?? 0):\($0.column ?? 0) \($0.path)" }
        #expect(
            places == [
                "warning 1:13 version",
                "refused 3:63 rules[0].condition.definition.conditions[0].definition.matcher",
                "warning 5:95 rules[1].condition.definition.values[1]",
                "warning 6:21 rules[1].consequences[0]",
            ]
        )
    }

    @Test(arguments: [
        "~state./x", "~state.x/", "~state.x", "~state./", String(repeating: "a.", count: 80),
        String(repeating: "a", count: 2_000),
    ])
    func aKeyThatNamesNothingRefusesItsRule(_ key: String) throws {
        let condition: JSONValue = ["type": "matcher", "definition": ["key": .string(key), "matcher": "ex"]]
        let everything: JSONValue = ["type": "matcher", "definition": ["key": "~type", "matcher": "ex"]]
        let note: JSONValue = ["id": "n", "type": "note", "detail": ["t": .string("{%\(key)%}")]]
        let set = try LaunchRuleSet([
            "rules": [
                ["condition": condition, "consequences": []], ["condition": everything, "consequences": [note]],
            ]
        ])
        #expect(set.count == 0)
        #expect(set.findings.map(\.rule) == [0, 1])
    }

    @Test func deepAndCutTextsAreRefused() throws {
        let deep = String(repeating: #"{"type":"group","definition":{"logic":"and","conditions":["#, count: 5_000)
        for text in [
            String(repeating: "[", count: 100_000), "{\"rules\":[{\"condition\":" + deep, "{\"rules\": [{}", "\u{FEFF}",
            "{}",
        ] {
            #expect(throws: LaunchRuleError.self) { _ = try LaunchRuleSet(jsonText: text) }
        }
        let rule =
            #"{"rules":[{"condition":{"type":"matcher","definition":{"key":"a","matcher":"eq","values":[1]}},"#
            + #""consequences":[{"id":"n","type":"note","detail":{"t":"{%a%}"}}]}]}"#
        for end in 0..<rule.utf8.count {
            #expect(throws: LaunchRuleError.self) { _ = try LaunchRuleSet(json: Data(rule.utf8.prefix(end))) }
        }
        #expect(try LaunchRuleSet(jsonText: rule).count == 1)
    }

    @Test func groupsDeeperThanTheLimitRefuseTheirRuleAlone() throws {
        func groups(_ count: Int) -> String {
            String(repeating: #"{"type":"group","definition":{"logic":"or","conditions":["#, count: count)
                + #"{"type":"matcher","definition":{"key":"a","matcher":"ex"}}"#
                + String(repeating: "]}}", count: count)
        }
        let set = try LaunchRuleSet(
            jsonText: #"{"rules":[{"condition":\#(groups(65)),"consequences":[]},"#
                + #"{"condition":\#(groups(64)),"consequences":[]}]}"#
        )
        #expect(set.count == 1)
        #expect(set.findings.map(\.rule) == [0])
    }

    @Test func aFileOfTooManyRulesOrBytesIsRefused() throws {
        let rules = try LaunchRuleSet(["rules": .array(Array(repeating: 0, count: 10_000))])
        #expect(rules.refusedCount == 10_000)
        let many = #expect(throws: LaunchRuleError.self) {
            try LaunchRuleSet(["rules": .array(Array(repeating: 0, count: 10_001))])
        }
        #expect(many?.code == .tooLarge)
        let text = #"{"rules":[]}"# + String(repeating: " ", count: LaunchRuleSet.sizeLimit)
        let long = #expect(throws: LaunchRuleError.self) { try LaunchRuleSet(jsonText: text) }
        #expect(long?.code == .tooLarge)
    }

    private struct NoStates: RuleStates {
        func state(of owner: FoldedName) -> JSONObject? { nil }
    }

    private func run(_ rules: JSONValue, _ data: JSONObject = [:]) throws -> (
        results: [RuleChain.Result], chain: RuleChain
    ) {
        let compiled = CompiledRules([(1, try LaunchRuleSet(["rules": rules]))])
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: data, milliseconds: 1_000)
        let history = HubEventHistory(file: nil, maximumAge: nil)
        let surroundings = RuleSurroundings(states: NoStates(), history: history, now: 1_000)
        var chain = RuleChain()
        let results = chain.run(event, compiled, surroundings)
        return (results, chain)
    }

    private static let always: JSONValue = ["type": "matcher", "definition": ["key": "~type", "matcher": "ex"]]

    @Test func rulesThatAnswerEachOtherEndAtTheLimitAndSaySo() throws {
        let notes: [JSONValue] = (0..<4).map { ["id": .string("\($0)"), "type": "note", "detail": [:]] }
        let rules: [JSONValue] = (0..<10).map { _ in ["condition": Self.always, "consequences": .array(notes)] }
        let (results, chain) = try run(.array(rules))
        #expect(results.count == 1 + RuleChain.limitPerEvent)
        #expect(chain.troubles.contains { $0.contains("\(RuleChain.limitPerEvent)") })
    }

    @Test func tokensDoNotOutgrowTheirLimit() throws {
        let bomb = String(repeating: "{%~all_json%}", count: 10_000)
        let note: JSONValue = ["id": "n", "type": "note", "detail": ["t": .string(bomb)]]
        let (results, chain) = try run(
            [["condition": Self.always, "consequences": [note]]],
            ["text": .string(String(repeating: "x", count: 10_000))]
        )
        #expect(results.count == 1)
        #expect(chain.troubles.count == 1)
    }

    @Test func numbersOutOfRangeCompareAndConvert() throws {
        let text = "{%int(big)%}|{%int(text)%}|{%double(big)%}|{%int(low)%}"
        let note: JSONValue = ["id": "n", "type": "note", "detail": ["t": .string(text)]]
        let test: JSONValue = [
            "type": "matcher", "definition": ["key": "big", "matcher": "gt", "values": [.int(.max)]],
        ]
        let (results, _) = try run(
            [["condition": test, "consequences": [note]]],
            ["big": 1e300, "text": "-1e400", "low": .int(.min)]
        )
        let detail = results.last?.event.data?["triggeredconsequence"]?["detail"]?["t"]
        #expect(detail == "||1e+300|-9223372036854775808")
    }
}
