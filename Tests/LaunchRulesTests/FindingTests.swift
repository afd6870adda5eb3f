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
            #"{"condition": {"type": "matcher", "definition": {"key": "", "matcher": "ex"}}, "consequences": []}"#,
            #""","#,
            "warning: rules[0].condition.definition.key: the key is empty"
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

    /// What a rule lacks, and where: the place of the finding, and a part of its text.
    @Test(
        arguments: [
            ("5", "rules[0]", "a number is no rule"),
            (#"{"condition": {}}"#, "rules[0]", "no consequences"),
            (#"{\#(condition), "consequences": 5}"#, "rules[0].consequences", "a list is needed"),
            (#"{"condition": 5, "consequences": []}"#, "rules[0].condition", "a number is no condition"),
            (#"{"condition": {}, "consequences": []}"#, "rules[0].condition", "no type"),
            (#"{"condition": {"type": "group"}, "consequences": []}"#, "rules[0].condition", "no definition"),
            (matching(#""key": "a""#), definition, "no operator"),
            (matching(#""matcher": "ex""#), definition, "key"),
            (grouping(""), definition, "no logic"),
            (grouping(#""logic": "xor", "conditions": []"#), definition + ".logic", "not a logic"),
            (grouping(#""logic": "and""#), definition, "no conditions"),
            (grouping(#""logic": "and", "conditions": []"#), definition, "no conditions"),
            (counting(#""value": 1, "events": [{"a": 1}]"#), definition, "no operator"),
            (counting(#""matcher": "xx", "value": 1, "events": [{"a": 1}]"#), definition, "no operator"),
            (counting(#""matcher": "ge", "events": [{"a": 1}]"#), definition, "no value"),
            (counting(#""matcher": "ge", "value": "1", "events": [{"a": 1}]"#), definition + ".value", "whole number"),
            (counting(#""matcher": "ge", "value": 1"#), definition, "no events"),
            (counting(#""matcher": "ge", "value": 1, "events": []"#), definition, "no events"),
            (counting(#""matcher": "ge", "value": 1, "events": [5]"#), definition + ".events[0]", "is no event"),
            (counting(#""matcher": "ge", "value": 1, "events": [{"a": ""}]"#), definition + ".events[0]", "no member"),
            (
                counting(#""matcher": "ge", "value": 1, "events": [{"a": 1}], "searchType": 5"#), definition,
                "searchType is a number"
            ),
            (
                counting(#""matcher": "ge", "value": 1, "events": [{"a": 1}], "from": "x""#), definition + ".from",
                "is no time"
            ),
        ]
    )
    func aRuleThatLacksSomethingIsRefused(_ rule: String, _ place: String, _ says: String) throws {
        let findings = try Self.findings(rule)
        #expect(findings.count == 1)
        let text = try #require(findings.first)
        #expect(text.contains("refused: ") || text.hasPrefix("refused"), "\(text)")
        #expect(text.contains(says), "\(text)")
        #expect(text.contains(" \(place):"), "\(text)")
    }

    private static let definition = "rules[0].condition.definition"

    private static func matching(_ members: String) -> String { rule("matcher", members) }
    private static func grouping(_ members: String) -> String { rule("group", members) }
    private static func counting(_ members: String) -> String { rule("historical", members) }

    private static func rule(_ type: String, _ members: String) -> String {
        #"{"condition": {"type": "\#(type)", "definition": {\#(members)}}, "consequences": []}"#
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
