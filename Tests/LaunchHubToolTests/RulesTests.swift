// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct RulesTests {
        private static let rules = """
            {"version": 1, "rules": [
              {"condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eqq", "values": ["x"]}},
               "consequences": [{"id": "a", "type": "add", "detail": {"eventdata": {"k": 1}}}]},
              {"condition": {"type": "matcher", "definition": {"key": "n", "matcher": "gt", "values": ["x"]}},
               "consequences": [{"id": "b", "type": "mod", "detail": {"eventdata": {"k": null}}}]}
            ]}
            """

        private func run(
            _ action: String,
            _ text: String,
            _ options: String...
        ) throws -> (code: Int32, output: String, error: String) {
            let folder = try TemporaryFolder()
            let file = folder.file("rules.json")
            try Data(text.utf8).write(to: file)
            return try Executable.run(["rules", action, file.path] + options)
        }

        @Test func aRefusedRuleIsNamedByLineAndColumn() throws {
            let run = try run("check", Self.rules)
            #expect(run.code == 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(
                lines.first?.hasPrefix("refused: line 2, column 80, rules[0].condition.definition.matcher: ") == true
            )
            #expect(lines.dropFirst().first?.hasPrefix("warning: line 4, ") == true)
            #expect(lines.last == "Rules in force: 1. Refused: 1.")
        }

        @Test func findingsAreLinesOfJSON() throws {
            let run = try run("check", Self.rules, "--json")
            #expect(run.code == 1)
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.map { $0["kind"] } == ["finding", "finding", "rules"])
            #expect(lines.first?["line"] == 2)
            #expect(lines.last?["refused"] == 1)
        }

        @Test func theArchiveThatIsPublishedIsChecked() throws {
            // One stored entry, rules.json, with {"rules":[]}; then the same with its first byte of content changed.
            let stored =
                "UEsDBBQAAAAAAAAAIQANJNYODAAAAAwAAAAKAAAAcnVsZXMuanNvbnsicnVsZXMiOltdfVBLAQIUABQAAAAAAAAAIQANJNYODAAAAAwAAAAKAAAA"
                + "AAAAAAAAAACAAQAAAABydWxlcy5qc29uUEsFBgAAAAABAAEAOAAAADQAAAAAAA=="
            var archive = try #require(Data(base64Encoded: stored))
            let folder = try TemporaryFolder()
            let file = folder.file("rules.zip")
            try archive.write(to: file)
            let run = try Executable.run(["rules", "check", file.path])
            #expect(run.code == 0)
            #expect(run.output == "Rules in force: 0. Refused: 0.\n")
            archive[41] ^= 1
            try archive.write(to: file)
            let damaged = try Executable.run(["rules", "check", file.path])
            #expect(damaged.code == 2)
            #expect(damaged.error.contains("checksum of rules.json does not match"))
        }

        @Test func aRuleThatOnlyWarnsIsNoFailure() throws {
            let warns = Self.rules.replacingOccurrences(of: "eqq", with: "eq")
            let run = try run("check", warns)
            #expect(run.code == 0)
        }

        @Test(arguments: ["", "[]", "{\"rules\": 5}", "{\"rules\": ["])
        func whatHoldsNoRulesIsRefusedByName(_ text: String) throws {
            let run = try run("check", text)
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(run.error.contains("rules.json: the") && !run.error.contains("no such file"))
            #expect(run.error.split(separator: "\n").count == 1)
        }

        @Test func aCaseIsPlayedAndWhatIsNoCaseCostsNoOther() throws {
            let rule: JSONValue = [
                "condition": ["type": "matcher", "definition": ["key": "v", "matcher": "eq", "values": ["lagoon"]]],
                "consequences": [["id": "hit", "type": "add", "detail": ["eventdata": ["seen": true]]]],
            ]
            let event: JSONValue = ["name": "n", "type": "t", "source": "s", "data": ["v": "Lagoon"]]
            let line: JSONObject = ["id": "one", "rules": ["version": 1, "rules": [rule]], "events": [event]]
            let run = try run("play", "{}\n\(line.jsonText)\n")
            #expect(run.code == 1)
            #expect(run.error.contains("line 1: the case has no id"))
            let played = try JSONObject(jsonText: run.output)
            #expect(played["id"] == "one")
            #expect(played["load"] == ["rules": 1, "refused": false])
            #expect(played["rows"]?[0]?["data_after"] == ["v": "Lagoon", "seen": true])
        }
    }
#endif
