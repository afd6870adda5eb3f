// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// How often the values are looked up that rules ask for.
struct RuleLookupTests {
    private struct States: RuleStates {
        let asked = Recorder<String>()

        func state(of owner: FoldedName) -> JSONObject? {
            asked.append(owner.folded)
            return ["k": 1]
        }
    }

    /// Two rules ask for the same values.
    @Test(arguments: [1, 2, 12, 13, 14, 15])
    func thirteenValuesAreLookedUpOnceForAnEvent(_ count: Int) throws {
        let conditions = (0..<count).map { number -> JSONValue in
            ["type": "matcher", "definition": ["key": .string("~state.e\(number)/k"), "matcher": "ex"]]
        }
        let rule: JSONValue = [
            "condition": ["type": "group", "definition": ["logic": "and", "conditions": .array(conditions)]],
            "consequences": [],
        ]
        let rules = CompiledRules([(1, try LaunchRuleSet(["rules": [rule, rule]]))])
        let states = States()
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: [:], milliseconds: 0)
        let surroundings = RuleSurroundings(states: states, history: MemoryRuleHistory(), now: 0)
        #expect(rules.evaluate(event, surroundings).fired == [0, 1])
        let all = (0..<count).map { "e\($0)" }
        #expect(states.asked.elements == all + all.dropFirst(13))
    }
}
