// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchRules

/// The words of an explanation, from both sides of their limits.
@Suite struct ExplanationEffectTests {
    private static func event(_ data: JSONObject = [:]) throws -> Event {
        try Event(name: "Step", type: "play", source: "app", data: data)
    }

    private static func texts(_ test: TestHub, _ event: Event) -> [String] {
        test.hub.rules.explain(event).map(\.description)
    }

    /// Data of more than 200 bytes is shown by its first 160 characters.
    @Test(arguments: [(192, 192, "\"}"), (193, 154, "...")])
    func longDataIsShownByItsBeginning(_ count: Int, _ shown: Int, _ end: String) {
        let effect = LaunchRuleExplanation.Effect.change(["a": .string(String(repeating: "x", count: count))])
        let beginning = "{\"a\":\"" + String(repeating: "x", count: shown)
        #expect(effect.description == "changes the data to \(beginning)\(end)")
    }

    @Test func alternativesOfEveryLevelAreCounted() throws {
        func exists(_ key: String) -> String {
            #"{"type": "matcher", "definition": {"key": "\#(key)", "matcher": "ex"}}"#
        }
        func any(_ conditions: String...) -> String {
            let all = conditions.joined(separator: ", ")
            return #"{"type": "group", "definition": {"logic": "or", "conditions": [\#(all)]}}"#
        }
        let condition = any(any(exists("a"), exists("b"), exists("c")), exists("d"))
        let test = TestHub()
        test.hub.rules.replace(
            with: try LaunchRuleSet(jsonText: #"{"rules": [{"condition": \#(condition), "consequences": []}]}"#)
        )
        #expect(
            try Self.texts(test, Self.event()) == [
                """
                rules[0]: does not apply: condition.definition.conditions[0].definition.conditions[0]: a ex, but it is \
                missing, nor does one of the 3 beside it
                """
            ]
        )
        #expect(try Self.texts(test, Self.event(["b": 1])) == ["rules[0]: applies: nothing changes"])
    }

    /// However many rules before it had troubles too.
    @Test func everyRuleSaysWhatWouldHaveNoEffect() throws {
        let rule = """
            {"condition": {"type": "matcher", "definition": {"key": "n", "matcher": "ex"}}, "consequences": [
              {"id": "d", "type": "dispatch", "detail": {"type": "com.adobe.eventType.configuration", "source": "s",
               "eventdataaction": "copy"}}]}
            """
        let rules = Array(repeating: rule, count: 10).joined(separator: ", ")
        let test = TestHub()
        test.hub.rules.replace(with: try LaunchRuleSet(jsonText: #"{"rules": [\#(rules)]}"#))
        let reason = "rules may not dispatch an event that configures the hub"
        let explanations = test.hub.rules.explain(try Self.event(["n": 1]))
        #expect(explanations.map(\.effects) == Array(repeating: [.nothing(reason)], count: 10))
        #expect(explanations.last?.description == "rules[9]: applies: \(reason)")
    }

    @Test func anEventThatWasNotDispatchedHappensNow() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: "play")
        test.hub.rules.replace(
            with: try LaunchRuleSet(
                jsonText: """
                    {"rules": [{"condition": {"type": "matcher",
                      "definition": {"key": "~timestampu", "matcher": "eq", "values": [0]}}, "consequences": []}]}
                    """
            )
        )
        test.dispatch(try Self.event())
        test.advance(by: .seconds(5))
        let before = "rules[0]: does not apply: condition: ~timestampu eq 0, but it is "
        #expect(try Self.texts(test, Self.event()) == [before + "1700000005"])
        #expect(Self.texts(test, try #require(listener.events.first)) == [before + "1700000000"])
    }
}
