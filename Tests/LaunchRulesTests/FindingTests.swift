// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchRules
import Testing

/// What is said about rules that are understood and will surprise their author, and about those that are not.
@Suite struct FindingTests {
    private static func findings(_ rule: String) throws -> [String] {
        try LaunchRuleSet(jsonText: "{\"rules\": [\n\(rule)]}").findings.map(\.description)
    }

    private static let condition = #""condition": {"type": "matcher", "definition": {"key": "a", "matcher": "ex"}}"#

    @Test(arguments: [
        (
            #"{"condition": {"type": "matcher", "definition": {"key": "~typ", "matcher": "ex"}}, "consequences": []}"#,
            #""~typ""#,
            "warning: rules[0].condition.definition.key: \"~typ\" is not one of the special keys"
        ),
        (
            #"{\#(condition), "consequences": [{"id": "i", "type": "dispach", "detail": {"eventdata": {}}}]}"#,
            #""dispach""#,
            "warning: rules[0].consequences[0].type: \"dispach\" leaves as an event"
        ),
        (
            #"{\#(condition), "consequences": [{"id": "i", "type": "x", "detail": {"b": ["{%a%}{%a"]}}]}"#,
            #""{%a%}{%a""#,
            "warning: rules[0].consequences[0].detail.b[0]: {% has no %} behind it"
        ),
        (
            #"{\#(condition), "consequences": [{"id": "i", "type": "x", "detail": {"b": "{%inte(a)%}"}}]}"#,
            #""{%inte(a)%}""#,
            "warning: rules[0].consequences[0].detail.b: \"inte(a)\" calls a function that does nothing"
        ),
        (
            #"{"conditions": {}, "consequences": []}"#,
            #"{"conditions""#,
            #"refused: rules[0]: the rule has no condition; "conditions" is there, write "condition""#
        ),
    ])
    func itIsSaidWhereAndWhatWouldBeRight(_ rule: String, _ place: String, _ expected: String) throws {
        let findings = try Self.findings(rule)
        let column = try #require(rule.firstRange(of: place)).lowerBound.utf16Offset(in: rule) + 1
        #expect(findings.count == 1)
        let text = expected.replacing(": ", with: ": line 2, column \(column), ", maxReplacements: 1)
        #expect(findings.first?.hasPrefix(text) == true, "\(findings)")
    }

    @Test func findingsInGroupsSayWhereTheyAre() throws {
        let wrong = #"{"type": "matcher", "definition": {"key": "~typ", "matcher": "ex"}}"#
        let group = #"{"type": "group", "definition": {"logic": "or", "conditions": [\#(wrong), \#(wrong)]}}"#
        let all = #"{"type": "group", "definition": {"logic": "and", "conditions": [\#(group), \#(wrong)]}}"#
        let rule = #"{"condition": \#(all), "consequences": []}"#
        let places = try Self.findings(rule).compactMap { $0.firstMatch(of: /rules\[0\][^:]*/)?.output.description }
        let outer = "rules[0].condition.definition.conditions"
        #expect(
            places == [
                "\(outer)[0].definition.conditions[0].definition.key",
                "\(outer)[0].definition.conditions[1].definition.key", "\(outer)[1].definition.key",
            ]
        )
    }

    @Test func whatIsRightIsNotRemarkedOn() throws {
        let rule = """
            {\(Self.condition), "consequences": [
              {"id": "i", "type": "pb", "detail": {"url": "https://example.com/{%urlenc(~state.x/y)%}?{%~all_url%}"}},
              {"id": "i", "type": "dispatch", "detail": {"type": "{%a%}", "source": "s", "eventdataaction": "copy"}}]}
            """
        #expect(try Self.findings(rule) == [])
    }
}
