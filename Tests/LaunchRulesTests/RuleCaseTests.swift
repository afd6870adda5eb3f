// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules
import Testing

/// Plays every case of the file and compares what each of its events led to.
@Suite struct RuleCaseTests {
    @Test(arguments: try Self.cases()) func becomesWhatTheCaseExpects(_ line: JSONObject) throws {
        var played = try RuleCase(line)
        let result = played.play()
        for member in line["expect_load"]?.objectValue ?? [:] {
            #expect(result["load"]?[member.key] == member.value, "\(member.key)")
        }
        let rows = result["rows"]?.arrayValue ?? []
        let expected = try #require(line["expect"]?.arrayValue)
        #expect(rows.count == expected.count)
        for (row, expected) in zip(rows, expected) {
            for member in expected.objectValue ?? [:] {
                #expect(
                    Self.agrees(row[member.key] ?? .null, with: member.value),
                    "\(member.key) is \(row[member.key] ?? .null) and not \(member.value)"
                )
            }
        }
    }

    /// Its listeners have had it; what the rules cause is caused all the same.
    @Test func anEventThatCameBeforeTheRulesIsNotChanged() throws {
        let line = #"""
            {"id": "late", "rules_at": 1, "events": [
            {"type": "t", "source": "s", "data": {"a": 1}}, {"type": "t", "source": "s", "data": {"a": 1}}],
            "rules": {"version": 1, "rules": [
            {"condition": {"type": "matcher", "definition": {"key": "a", "matcher": "ex"}},
            "consequences": [{"id": "i", "type": "add", "detail": {"eventdata": {"b": 2}}},
            {"id": "j", "type": "x", "detail": {}}]}]}}
            """#
        var played = try RuleCase(RuleCase.line(Array(line.utf8)))
        let rows = played.play()["rows"]?.arrayValue ?? []
        #expect(rows.map { $0["data_after"] } == [["a": 1], ["a": 1, "b": 2]])
        #expect(rows.map { $0["consequences"]?.arrayValue?.count } == [1, 1])
    }

    @Test func everyCaseIsPlayed() throws {
        #expect(try Self.cases().count == 219)
    }

    static func cases() throws -> [JSONObject] {
        let file = try #require(
            Bundle.module.url(forResource: "rules", withExtension: "jsonl", subdirectory: "Resources")
        )
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try RuleCase.line(Array($0.utf8))
        }
    }

    private static func agrees(_ value: JSONValue, with expected: JSONValue) -> Bool {
        switch (value, expected) {
        case (.object(let value), .object(let expected)):
            value.count == expected.count && expected.allSatisfy { agrees(value[$0.key] ?? .null, with: $0.value) }
        case (.array(let value), .array(let expected)):
            value.count == expected.count && zip(value, expected).allSatisfy { agrees($0, with: $1) }
        case (.string(let text), .string(let pattern)) where pattern.hasPrefix("$re:"):
            text.range(of: "^(?:\(pattern.dropFirst(4)))$", options: .regularExpression) != nil
        default:
            value == expected
        }
    }
}
