// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchRules
import Testing

/// When the rules of a case are loaded, seen by others that take their place before the same event.
@Suite struct RuleCaseOrderTests {
    private func rules(_ mark: String) -> JSONValue {
        .object(
            RuleFiles.file(
                [
                    "condition": ["type": "matcher", "definition": ["key": "n", "matcher": "ex"]],
                    "consequences": [RuleFiles.add(["by": .string(mark)])],
                ]
            )
        )
    }

    /// Loading comes first, so that the others are in force for that event; what waited had the first ones.
    @Test(
        arguments: [
            (nil, 0, ["second", "second", "second"]), (0, 0, ["second", "second", "second"]),
            (1, 1, ["first", "second", "second"]), (2, 2, ["first", "first", "second"]),
            (2, 1, ["first", "first", "first"]), (3, 0, ["first", "first", "first"]),
        ] as [(Int64?, Int64, [String])]
    )
    func rulesAreLoadedBeforeTheyAreReplaced(_ start: Int64?, _ change: Int64, _ marks: [String]) throws {
        var line: JSONObject = [
            "id": "x", "rules": rules("first"), "replace": [["at": .int(change), "rules": rules("second")]],
            "events": .array((0..<3).map { ["type": "t", "source": "s", "data": ["n": .int($0)]] }),
        ]
        line["rules_at"] = start.map { .int($0) }
        var played = try RuleCase(line)
        let rows = played.play()["rows"]?.arrayValue ?? []
        #expect(rows.map { $0["data_after"]?["by"]?.stringValue } == marks)
    }
}
