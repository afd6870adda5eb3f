// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules
import Testing

/// Cases that are none, and what a case holds before it is played.
@Suite struct RuleCaseFaultTests {
    private func error(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LaunchRuleError).map { "\($0.code): \($0)" }
        }
    }

    @Test(arguments: [
        ("{", "the case is not JSON that can be read: line 1, column 2: a name in double quotes was expected"),
        ("[]", "the case is an array; an object is needed"), ("null", "the case is null; an object is needed"),
    ])
    func aTextThatIsNoCaseIsRefused(_ text: String, _ reason: String) {
        #expect(error { _ = try RuleCase.line(Array(text.utf8)) }?.hasPrefix("noCase: \(reason)") == true)
    }

    @Test(
        arguments: [
            ([:], "the case has no id; a text is needed"), (["id": 5], "the case has no id; a text is needed"),
            (["id": "x"], "the case has no events; a list is needed"),
            (["id": "x", "events": [:]], "the case has no events; a list is needed"),
            (
                ["id": "x", "events": [["type": "t", "source": "s"], ["type": "t"]]],
                "an event of the case has no type or no source; texts are needed"
            ),
            (
                ["id": "x", "events": [["source": "s"]]],
                "an event of the case has no type or no source; texts are needed"
            ),
        ] as [(JSONObject, String)]
    )
    func aCaseThatLacksSomethingIsRefused(_ line: JSONObject, _ reason: String) {
        #expect(error { _ = try RuleCase(line) } == "noCase: \(reason)")
    }

    /// The time of a case, and the times of three events, of which the second has its own.
    @Test(
        arguments: [
            (nil, 77, [0, 77, 2_000]), (5, 77, [5_000, 77, 7_000]),
            (.max, .max, [1_099_511_627_776_000, 1_125_899_906_842_624, 1_099_511_627_778_000]),
            (.min, .min, [-1_099_511_627_776_000, -1_125_899_906_842_624, -1_099_511_627_774_000]),
        ] as [(Int64?, Int64, [Int64])]
    )
    func eventsHaveTheirTimes(_ start: Int64?, _ own: Int64, _ times: [Int64]) throws {
        var line: JSONObject = [
            "id": "x",
            "events": [
                ["type": "t", "source": "s"],
                ["type": "t", "source": "s", "at_ms": .int(own), "name": "n", "data": ["a": 1], "mask": ["a", 5]],
                ["type": "t", "source": "s", "data": 5],
            ],
        ]
        line["now_unix"] = start.map { .int($0) }
        let events = try RuleCase(line).events
        #expect(events.map(\.milliseconds) == times)
        #expect(events.map(\.name) == ["Event", "n", "Event"])
        #expect(events.map(\.data) == [nil, ["a": 1], nil])
        #expect(events.map(\.mask) == [nil, ["a"], nil])
    }

    @Test func aCaseHasItsSurroundings() throws {
        let line: JSONObject = [
            "id": "x", "events": [], "now_unix": 5, "state": ["Com.Example": ["a": 1], "other": 5],
            "history": [
                ["data": ["n": 1]], ["data": ["n": 1], "at_ms": 9], ["data": ["n": 2, "m": 3], "mask": ["m"]],
                ["data": 5],
            ],
        ]
        let surroundings = try RuleCase(line).surroundings(now: 7)
        #expect(surroundings.now == 7 && surroundings.timeZone == .gmt && surroundings.random(9) == 0)
        #expect(surroundings.states.state(of: "com.example") == ["a": 1])
        #expect(surroundings.states.state(of: "other") == nil)
        func times(_ data: JSONObject) throws -> [Int64] {
            surroundings.history.times(of: try #require(RuleHistoryKey(RuleHistoryContent(data))))
        }
        #expect(try times(["n": 1]) == [9, 5_000])
        #expect(try times(["m": 3]) == [5_000])
        #expect(try times(["n": 2, "m": 3]) == [])
    }

    /// What happens before the rules are there is evaluated when they are, and a set that is replaced no more.
    @Test func rulesComeAndAreReplacedWithinACase() throws {
        func rules(_ mark: String) -> JSONValue {
            [
                "rules": [
                    [
                        "condition": ["type": "matcher", "definition": ["key": "n", "matcher": "ex"]],
                        "consequences": [
                            ["id": "a", "type": "add", "detail": ["eventdata": ["by": .string(mark)]]]
                        ],
                    ]
                ]
            ]
        }
        var played = try RuleCase([
            "id": "x", "rules": rules("first"), "rules_at": 1,
            "replace": [["at": 2, "rules": rules("second")], ["at": 3, "rules": 5], ["at": 3]],
            "events": .array((0..<4).map { ["type": "t", "source": "s", "data": ["n": .int($0)]] }),
        ])
        func row(_ index: Int64, _ mark: String) -> JSONValue {
            [
                "event": .int(index), "data_after": ["n": .int(index), "by": .string(mark)], "consequences": [],
                "dispatched": [], "recorded": [],
            ]
        }
        #expect(
            played.play() == [
                "id": "x", "load": ["rules": 1, "refused": false],
                "rows": [row(0, "first"), row(1, "first"), row(2, "second"), row(3, "second")],
            ]
        )
        var late = try RuleCase([
            "id": "y", "rules_text": "[]", "rules_at": 9, "events": [["type": "t", "source": "s"]],
        ])
        #expect(
            late.play() == [
                "id": "y", "load": ["rules": 0, "refused": true],
                "rows": [["event": 0, "data_after": .null, "consequences": [], "dispatched": [], "recorded": []]],
            ]
        )
    }
}
