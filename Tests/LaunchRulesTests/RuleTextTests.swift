// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

@testable import LaunchRules

/// How texts are taken apart at their tokens, how much tokens write, and how texts are compared regardless of case.
struct RuleTextTests {
    // MARK: - Tokens

    private static func text(_ piece: RuleTemplate.Piece) -> String {
        switch piece {
        case .plain(let text): "'\(text)'"
        case .token(let token): token.key.text
        }
    }

    @Test(
        arguments: [
            ("", nil), ("{", nil), ("{%", nil), ("a{", nil), ("%}", nil), ("{%a%", nil), ("{%a", nil), ("{%a}", nil),
            ("{a%}", nil), ("{%a%}", ["a"]), ("{% a %}", ["a"]), ("{%a%}{%b%}", ["a", "b"]),
            ("x{%a%}y", ["'x'", "a", "'y'"]), ("{%a%}-{%b%}", ["a", "'-'", "b"]), ("{%a%}{", ["a", "'{'"]),
            ("{%a%}%", ["a", "'%'"]), ("{%a%}%}", ["a", "'%}'"]), ("{{%a%}}", ["'{'", "a", "'}'"]),
            ("{ {%a%}", ["'{ '", "a"]), ("{%a%%}", ["a%"]), ("{%a%}{%b", ["a", "'{%b'"]), ("{%a{%b%}", ["a{%b"]),
            ("ä{%ä%}ä", ["'ä'", "ä", "'ä'"]),
        ] as [(String, [String]?)]
    )
    func aTextIsTakenApartAtItsTokens(_ text: String, _ expected: [String]?) throws {
        let template = try RuleTemplate(.string(text))
        if case .text(let pieces) = template {
            #expect(pieces.map(Self.text) == expected)
        } else {
            #expect(expected == nil)
        }
        #expect(template.isConstant == (expected == nil))
    }

    @Test(
        arguments: [
            (5, true), (.null, true), ([], true), (["a", ["b": "c"]], true), (["a", "{%b%}"], false), ([:], true),
            (["a": ["b": "{%c%}"]], false), (["{%a%}": 1], true),
        ] as [(JSONValue, Bool)]
    )
    func whatHasNoTokenIsKeptAsItIs(_ value: JSONValue, _ isConstant: Bool) throws {
        #expect(try RuleTemplate(value).isConstant == isConstant)
    }

    private static func outcome(_ detail: JSONObject, _ data: JSONObject) throws -> RuleOutcome {
        let rules = CompiledRules([
            (
                1,
                try LaunchRuleSet([
                    "rules": [
                        [
                            "condition": ["type": "matcher", "definition": ["key": "~type", "matcher": "ex"]],
                            "consequences": [["id": "n", "type": "note", "detail": .object(detail)]],
                        ]
                    ]
                ])
            )
        ])
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: data, milliseconds: 0)
        return rules.evaluate(
            event,
            RuleSurroundings(states: NoRuleStates(), history: MemoryRuleHistory(), now: 0)
        )
    }

    /// The numbers of bytes that two tokens write.
    @Test(
        arguments: [
            (1_048_576, 0, true), (1_048_577, 0, false), (524_288, 524_288, true), (524_288, 524_289, false),
            (1_048_576, 1, false), (2_000_000, 1, false),
        ]
    )
    func tokensWriteAMebibyteAtMost(_ first: Int, _ second: Int, _ isWritten: Bool) throws {
        let plain = String(repeating: "p", count: 10)
        let detail: JSONObject = ["t": .string("{%a%}\(plain){%b%}")]
        let texts = [first, second].map { String(repeating: "x", count: $0) }
        let outcome = try Self.outcome(detail, ["a": .string(texts[0]), "b": .string(texts[1])])
        let written = outcome.caused.map { $0.data?["triggeredconsequence"]?["detail"]?["t"]?.stringValue }
        #expect(written == (isWritten ? [texts[0] + plain + texts[1]] : []))
        let trouble = "the tokens of a consequence write more than 1048576 bytes; it is left out"
        #expect(outcome.troubles == (isWritten ? [] : [trouble]))
    }

    // MARK: - Case

    @Test(
        arguments: [
            ("", ""), ("A", "a"), ("Z", "z"), ("xZ", "xz"), ("aB", "ab"), ("abC", "abc"), ("abcdeF", "abcdef"),
            ("@[`{", "@[`{"), ("az09", "az09"), ("É", "é"), ("xÉ", "xé"), ("é", "é"), (5, "5"), (true, "true"),
            (1.5, "1.5"), ([], nil), ([:], nil), (.null, nil),
        ] as [(JSONValue, String?)]
    )
    func aValueHasItsTextInLowerCase(_ value: JSONValue, _ text: String?) {
        var reading = RuleReading(value)
        #expect(reading.folded == text)
        #expect(reading.folded == text)
        #expect(reading.value == value)
    }
}
