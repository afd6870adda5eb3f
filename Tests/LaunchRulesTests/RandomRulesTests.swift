// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules
import Testing

/// Compares the indexed evaluation with one that is too plain to be wrong in the same way.
@Suite struct RandomRulesTests {
    private struct States: RuleStates {
        let values: [String: JSONObject]

        func state(of owner: FoldedName) -> JSONObject? { values[owner.folded] }
    }

    private static let states: [String: JSONObject] = ["com.example.s": ["a": "x", "b": [7, "y"]]]

    @Test(arguments: 0..<4) func setsOfRulesDoWhatTheyPlainlySay(_ part: UInt64) throws {
        var applied = 0
        for seed in part * 100..<(part + 1) * 100 {
            applied += try compare(seed: seed)
        }
        // Rules and events that never meet would show nothing.
        #expect(applied > 40)
    }

    private func compare(seed: UInt64) throws -> Int {
        var make = RandomRules(seed: seed)
        let rules = make.file()
        let set = try LaunchRuleSet(["version": 1, "rules": .array(rules)])
        #expect(set.count == rules.count(where: SlowRules.isUnderstood), "seed \(seed)")
        let compiled = CompiledRules([(1, set)])
        let history = HubEventHistory(file: nil, maximumAge: nil)
        var slow = SlowRules(rules: rules, states: Self.states, records: [])
        for _ in 0..<make.random.below(5) {
            let (subject, time) = (make.subject(), Int64(make.random.below(3_000)))
            history.record(RuleHistoryContent(subject), at: time)
            slow.records.append(SlowRules.Record(leaves: SlowRules.leaves(.object(subject)), time: time))
        }
        var chain = RuleChain()
        var applied = 0
        for number in 0..<3 {
            let event = make.event(at: 2_000 + Int64(number) * 1_000)
            let surroundings = RuleSurroundings(
                states: States(values: Self.states),
                history: history,
                now: event.milliseconds,
                timeZone: .gmt
            )
            let rows = chain.run(event, compiled, surroundings).map(Self.row)
            slow.room = 500
            let expected = slow.run(event)
            // Beyond the limit the two go apart on purpose.
            guard expected.count <= RuleChain.limitPerEvent else { return applied }
            #expect(rows == expected, "seed \(seed), event \(number)")
            if expected.count > 1 || expected.contains(where: { $0.after != $0.data }) { applied += 1 }
        }
        return applied
    }

    private static func row(_ result: RuleChain.Result) -> SlowRules.Row {
        SlowRules.Row(
            name: result.event.name,
            type: result.event.type.description,
            source: result.event.source.description,
            data: result.event.data.map(JSONValue.object) ?? .null,
            after: result.outcome.data.map(JSONValue.object) ?? .null,
            recorded: result.outcome.recorded.map { content in
                Dictionary(content.pairs.map { ($0.path, $0.text) }) { $1 }
            }
        )
    }
}
