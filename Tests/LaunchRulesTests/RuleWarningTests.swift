// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchRules
import Testing

/// Each finding about a rule, word by word and with its place, also where there are several.
struct RuleWarningTests {
    private static let always: JSONValue = ["type": "matcher", "definition": ["key": "~type", "matcher": "ex"]]

    private static func findings(_ rule: JSONValue) throws -> [String] {
        try LaunchRuleSet(["rules": [rule]]).findings.map(\.description)
    }

    private static func findings(_ consequences: [JSONValue]) throws -> [String] {
        try findings(["condition": always, "consequences": .array(consequences)])
    }

    private static let special = """
        "~typ" is not one of the special keys, so it means a value of the event's data; the special ones are \
        ~all_json, ~all_url, ~cachebust, ~sdkver, ~source, ~timestampp, ~timestampu, ~timestampz, ~type and \
        ~state.<extension>/<key>
        """

    private static let incomplete = "the consequence is left out; it needs id and type as text and an object as detail"

    @Test(arguments: [0, 1, 19, 20, 21, 40])
    func twentyWarningsAboutARuleAreKept(_ count: Int) throws {
        let consequences = Array(repeating: 5 as JSONValue, count: count)
        #expect(
            try Self.findings(consequences)
                == (0..<min(count, 20)).map { "warning: rules[0].consequences[\($0)]: \(Self.incomplete)" }
        )
    }

    @Test func eachRuleHasItsOwnWarnings() throws {
        let rule: JSONValue = ["condition": Self.always, "consequences": .array(Array(repeating: 5, count: 21))]
        let set = try LaunchRuleSet(["rules": [rule, rule]])
        #expect(set.count == 2)
        #expect(set.refusedCount == 0)
        #expect(set.findings.map(\.rule) == Array(repeating: 0, count: 20) + Array(repeating: 1, count: 20))
        #expect(set.findings.allSatisfy { !$0.isRefusal })
    }

    @Test func warningsAboutOneConditionAfterTheOther() throws {
        let conditions: [JSONValue] = [
            ["type": "matcher", "definition": ["key": "~typ", "matcher": "gt", "values": ["x", 1, true]]],
            ["type": "matcher", "definition": ["key": "~typ", "matcher": "ex"]],
            ["type": "matcher", "definition": ["key": "a", "matcher": "co", "values": [false, "x"]]],
        ]
        let condition: JSONValue = ["type": "group", "definition": ["logic": "or", "conditions": .array(conditions)]]
        let place = "warning: rules[0].condition.definition.conditions"
        #expect(
            try Self.findings(["condition": condition, "consequences": [5]]) == [
                "\(place)[0].definition.key: \(Self.special)",
                "\(place)[0].definition.values[0]: gt never holds for text; write a number",
                "\(place)[0].definition.values[2]: gt never holds for a boolean; write a number",
                "\(place)[1].definition.key: \(Self.special)",
                "\(place)[2].definition.values[0]: co finds no boolean; write a text",
                "warning: rules[0].consequences[0]: \(Self.incomplete)",
            ]
        )
    }

    @Test func warningsAboutOneTokenAfterTheOther() throws {
        let list: [JSONValue] = ["{%~typ%}", "plain", "{%inte(k)%}", ["m": "{%", "n": "x{%a%}{%"]]
        let detail: JSONObject = ["a": .array(list), "b": "{%x(k)%} {%urlenc(k)%} {%~typ%} {%y(~typ)%}"]
        let place = "warning: rules[0].consequences[0].detail"
        func call(_ text: String) -> String {
            "\"\(text)\" calls a function that does nothing; the functions are urlenc, int, double, string, bool"
        }
        let open = "{% has no %} behind it, so the text stays as it is written"
        #expect(
            try Self.findings([["id": "i", "type": "note", "detail": .object(detail)], 5]) == [
                "\(place).a[0]: \(Self.special)", "\(place).a[2]: \(call("inte(k)"))", "\(place).a[3].m: \(open)",
                "\(place).a[3].n: \(open)", "\(place).b: \(call("x(k)"))", "\(place).b: \(Self.special)",
                "\(place).b: \(call("y(~typ)"))", "\(place).b: \(Self.special)",
                "warning: rules[0].consequences[1]: \(Self.incomplete)",
            ]
        )
    }

    // MARK: - Consequences

    private static let unchanged = "warning: D: the consequence changes nothing; it needs an object as eventdata"
    private static let undispatched =
        "warning: D: nothing is dispatched; it needs type and source as text, and copy or new as eventdataaction"
    private static let noSchema =
        "warning: D: nothing happens; a schema needs id and schema as text and an object as data"
    private static let history = "https://ns.adobe.com/personalization/eventHistoryOperation"

    private static func record(_ data: JSONObject) -> JSONObject {
        ["id": "i", "schema": .string(history), "data": .object(data)]
    }

    /// The kind of a consequence, its detail, and what is found, with D for the place of the detail.
    @Test(
        arguments: [
            ("add", [:], [unchanged]), ("mod", ["eventdata": 5], [unchanged]), ("add", ["eventdata": [:]], []),
            ("mod", ["eventdata": ["a": 1]], []),
            ("dispatch", ["source": "s", "eventdataaction": "copy"], [undispatched]),
            ("dispatch", ["type": 5, "source": "s", "eventdataaction": "copy"], [undispatched]),
            ("dispatch", ["type": "t", "eventdataaction": "new"], [undispatched]),
            ("dispatch", ["type": "t", "source": 5, "eventdataaction": "new"], [undispatched]),
            ("dispatch", ["type": "t", "source": "s"], [undispatched]),
            ("dispatch", ["type": "t", "source": "s", "eventdataaction": "move"], [undispatched]),
            ("dispatch", ["type": "t", "source": "s", "eventdataaction": "copy"], []),
            ("dispatch", ["type": "t", "source": "s", "eventdataaction": "new", "eventdata": 5], []),
            (
                "dispatch", ["type": "t", "source": "s", "eventdataaction": "new", "name": 5],
                ["refused: D.name: the name of the event is a number; write a text"]
            ),
            ("schema", ["schema": "x", "data": [:]], [noSchema]), ("schema", ["id": "i", "data": [:]], [noSchema]),
            ("schema", ["id": "i", "schema": "x"], [noSchema]),
            ("schema", ["id": 5, "schema": "x", "data": [:]], [noSchema]),
            ("schema", ["id": "i", "schema": 5, "data": [:]], [noSchema]),
            ("schema", ["id": "i", "schema": "x", "data": 5], [noSchema]),
            ("schema", ["id": "i", "schema": "x", "data": [:]], []),
            ("schema", record(["operation": "insert", "content": ["a": 1]]), []),
            ("schema", record(["operation": "insertIfNotExists", "content": ["a": 1]]), []),
            (
                "schema", record(["operation": "delete", "content": ["a": 1]]),
                ["warning: D.data: nothing is recorded; the operation is insert or insertIfNotExists"]
            ),
            (
                "schema", record(["content": ["a": 1]]),
                ["warning: D.data: nothing is recorded; the operation is insert or insertIfNotExists"]
            ),
            (
                "schema", record(["operation": "insert", "content": [:]]),
                ["warning: D.data: nothing is recorded; content needs at least one member"]
            ),
            (
                "schema", record(["operation": "insertIfNotExists"]),
                ["warning: D.data: nothing is recorded; content needs at least one member"]
            ),
            ("note", [:], []), ("note", ["schema": "x"], []),
        ] as [(String, JSONObject, [String])]
    )
    func aConsequenceThatDoesNothingIsSaid(_ kind: String, _ detail: JSONObject, _ expected: [String]) throws {
        let consequence: JSONValue = ["id": "i", "type": .string(kind), "detail": .object(detail)]
        let place = "rules[0].consequences[0].detail"
        #expect(try Self.findings([consequence]) == expected.map { $0.replacing(" D", with: " \(place)") })
    }

    @Test(
        arguments: [
            (["eventdata": [:]], true), (["eventdataaction": "copy"], true), (["data": [:]], false),
        ] as [(JSONObject, Bool)]
    )
    func dataForAChangeIsOfNoUseElsewhere(_ detail: JSONObject, _ isSaid: Bool) throws {
        let text = """
            warning: rules[0].consequences[0].type: "note" leaves as an event for whoever handles it; eventdata changes or \
            causes something in add, mod and dispatch
            """
        #expect(
            try Self.findings([["id": "i", "type": "note", "detail": .object(detail)]]) == (isSaid ? [text] : [])
        )
    }

    // MARK: - Members that are missing

    @Test(
        arguments: [
            (["conditions": [:], "consequences": []], "condition", "conditions"),
            (["consequences": [], "cond": [:]], "condition", "cond"),
            (["actions": [], "consequences": [], "conditions": [:]], "condition", "conditions"),
            (["actions": [], "consequences": []], "condition", nil),
            (["": [:], "consequences": []], "condition", nil),
            (["condition": [:], "consequence": []], "consequences", "consequence"),
            (["condition": [:], "actions": []], "consequences", nil),
            (["condition": [:], "": []], "consequences", nil),
        ] as [(JSONObject, String, String?)]
    )
    func theMemberThatWasMeantIsSaid(_ rule: JSONObject, _ name: String, _ found: String?) throws {
        let article = name == "condition" ? "no condition" : "no consequences"
        let hint = found.map { "; \"\($0)\" is there, write \"\(name)\"" } ?? ""
        #expect(try Self.findings(.object(rule)) == ["refused: rules[0]: the rule has \(article)\(hint)"])
    }
}
