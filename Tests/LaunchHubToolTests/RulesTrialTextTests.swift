// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// The whole text and all lines of `launchhub rules try`, for sessions of a few events.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct RulesTrialTextTests {
        private static let rules = """
            {"rules": [{"condition": {"type": "matcher", "definition":
                {"key": "action", "matcher": "eq", "values": ["video.beat"]}},
              "consequences": [{"id": "mark", "type": "add", "detail": {"eventdata": {"kind": "live"}}}]}]}
            """

        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// The words that try the rules on a session that ends with so many events that they apply to.
        private func words(_ beats: Int) throws -> [String] {
            var lines = [
                #"{"schema": "launch-hub-session", "version": 2, "title": "Beats", "seed": 1}"#,
                """
                {"kind": "action", "t": 0, "name": "InstantiateSDKWithLocalConfigEvent", "data": {"data": \
                {"appid": "PDEM00000-0000-4000-8000-000000000001", "appname": "A", "appversion": "1", "sfcode": "dcr"}}}
                """,
            ]
            for second in 0..<beats {
                lines.append(
                    """
                    {"kind": "action", "t": \((second + 1) * 1_000), "name": "Track", \
                    "type": "com.adobe.eventType.generic.track", "source": "com.adobe.eventSource.requestContent", \
                    "data": {"action": "video.beat"}}
                    """
                )
            }
            lines.append(#"{"kind": "end", "t": \#((beats + 1) * 1_000), "steps": \#(beats + 1)}"#)
            let rules = try folder.write(Self.rules, to: "rules.json").path
            return ["rules", "try", rules, try folder.write(lines.joined(separator: "\n") + "\n", to: "s.jsonl").path]
        }

        private func output(_ beats: Int) throws -> String {
            let run = try Executable.run(try words(beats))
            #expect(run.code == 0, "\(run.error)")
            return run.output
        }

        @Test func aRuleThatAppliesToTheLastEventIsShownThere() throws {
            #expect(
                try output(1) == """
                    Beats: 2 steps; rules in force: 1.

                    Where rules applied
                      00:01, step 2, line 3: Track
                          rules[0] (mark)
                          changed: kind: missing → "live"

                    Credited by the pings, without the rules and with them
                      nothing, in both cases

                    """
            )
            let lines = try Executable.objects(try words(1))
            try #require(lines.map { $0["kind"] } == ["applied", "summary"])
            #expect(lines[0]["n"] == 2 && lines[0]["t"] == 1_000 && lines[0]["line"] == 3)
            #expect(lines[0]["data_after"] == ["action": "video.beat", "kind": "live"] && lines[0]["caused"] == [])
            #expect(lines[1] == ["kind": "summary", "rules": 1, "refused": 0, "applied": 1, "steps": 2])
        }

        @Test func whereNoRuleAppliesTheNearestEventIsShown() throws {
            let text = try output(0)
            #expect(
                text.hasPrefix(
                    """
                    Beats: 1 steps; rules in force: 1.

                    Where rules applied
                      nowhere

                    Rules that never applied
                      rules[0] (mark)
                          nearest, at 00:00, step 1, line 2
                    """
                )
            )
            let lines = try Executable.objects(try words(0))
            try #require(lines.map { $0["kind"] } == ["unused", "summary"])
            #expect(lines[0]["rule"] == 0 && lines[0]["consequences"] == ["mark"])
            #expect(lines[0]["nearest"] == ["n": 1, "t": 0, "line": 2])
            #expect(lines[0]["obstacle"]?["key"] == "action" && lines[0]["obstacle"]?["found"] == .null)
            #expect(lines[1]["applied"] == 0 && lines[1]["steps"] == 1)
        }

        /// Twenty findings are shown to people, and programs get all.
        @Test(arguments: [(20, nil), (21, "  … and 1 more; --json writes them all\n")] as [(Int, String?)])
        func twentyFindingsAreShown(_ beats: Int, _ more: String?) throws {
            let text = try output(beats)
            #expect(text.components(separatedBy: ": Track\n").count - 1 == 20)
            #expect(text.contains("more; --json") == (more != nil))
            if let more { #expect(text.contains(more)) }
            let lines = try Executable.objects(try words(beats))
            #expect(lines.count { $0["kind"] == "applied" } == beats)
            #expect(lines.last?["applied"] == .int(Int64(beats)))
        }

        /// The steps of the built-in session stand on no line of a file.
        @Test func aSessionThatIsNoFileHasNoLines() throws {
            let rules = """
                {"rules": [{"condition": {"type": "matcher", "definition":
                    {"key": "data.metadata.content.assetid", "matcher": "eq", "values": ["lighthouse-e07"]}},
                  "consequences": [{"id": "mark", "type": "add", "detail": {"eventdata": {"kind": "live"}}}]}]}
                """
            let file = try folder.write(rules, to: "rules.json").path
            let text = try Executable.run(["rules", "try", file]).output
            #expect(text.contains(", step ") && !text.contains(", line "))
            let applied = try Executable.objects(["rules", "try", file]).filter { $0["kind"] == "applied" }
            #expect(!applied.isEmpty && applied.allSatisfy { $0["line"] == nil && $0["n"]?.intValue ?? 0 > 0 })
        }
    }
#endif
