// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// `launchhub rules try`.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct RulesTrialTests {
        /// Heartbeats of an app that knows nothing of measurement become playheads.
        private static let beats = """
            {"rules": [
              {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
                  {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["video.beat"]}},
                  {"type": "matcher", "definition": {"key": "contextdata.sec", "matcher": "ge", "values": [0]}}]}},
               "consequences": [{"id": "beat-to-playhead", "type": "dispatch", "detail": {"name": "TrackSDKEvent",
                 "type": "com.nielsen.eventType.instanceControl", "source": "com.nielsen.eventSource.instanceControl",
                 "eventdataaction": "new", "eventdata": {"identifier": "instance-1", "data": {"event": "playhead",
                   "type": "content", "playheadPosition": "{%int(contextdata.sec)%}", "metadata": {"content": {
                     "type": "content", "assetid": "{%contextdata.vid%}", "program": "P", "title": "T",
                     "length": "{%contextdata.len%}", "airdate": "20260301 20:00:00", "isfullepisode": "y",
                     "adloadtype": "2"}}}}}}]},
              {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
                  {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["video.beat"]}},
                  {"type": "matcher", "definition": {"key": "contextdata.live", "matcher": "eq", "values": [true]}}]}},
               "consequences": [{"id": "live", "type": "add", "detail": {"eventdata": {"kind": "live"}}}]}]}
            """

        private static let session: String = {
            var lines = [
                #"{"schema": "launch-hub-session", "version": 2, "title": "Beats", "seed": 1}"#,
                """
                {"kind": "action", "t": 0, "name": "InstantiateSDKWithLocalConfigEvent", "data": {"data": \
                {"appid": "PDEM00000-0000-4000-8000-000000000001", "appname": "A", "appversion": "1", "sfcode": "dcr"}}}
                """,
                "",
            ]
            for second in 0...130 {
                lines.append(
                    """
                    {"kind": "action", "t": \((second + 1) * 1_000), "name": "Track", \
                    "type": "com.adobe.eventType.generic.track", "source": "com.adobe.eventSource.requestContent", \
                    "data": {"action": "video.beat", "contextdata": {"vid": "BEATS", "sec": \(second), "len": 600}}}
                    """
                )
            }
            lines.append(
                """
                {"kind": "action", "t": 132000, "name": "TrackSDKEvent", "data": {"identifier": "instance-1", "data": \
                {"event": "complete", "type": "content", "playheadPosition": "130", "metadata": {"content": \
                {"type": "content", "assetid": "BEATS"}}}}}
                """
            )
            lines.append(#"{"kind": "end", "t": 140000, "steps": 133}"#)
            return lines.joined(separator: "\n") + "\n"
        }()

        private func run(_ rules: String, _ session: String?, _ options: String...) throws -> (
            code: Int32, output: String, error: String
        ) {
            let folder = try TemporaryFolder()
            let file = folder.file("rules.json")
            try Data(rules.utf8).write(to: file)
            var words = ["rules", "try", file.path]
            if let session {
                let path = folder.file("session.jsonl")
                try Data(session.utf8).write(to: path)
                words.append(path.path)
            }
            return try Executable.run(words + options)
        }

        @Test func itSaysWhereRulesApplyAndWhatIsCreditedThen() throws {
            let run = try run(Self.beats, Self.session)
            #expect(run.code == 0)
            #expect(run.output.hasPrefix("Beats: 133 steps; rules in force: 2.\n"))
            #expect(
                run.output.contains(
                    "step 2, line 4: Track\n      rules[0] (beat-to-playhead)\n      caused:  TrackSDKEvent"
                )
            )
            #expect(run.output.contains("… and 111 more; --json writes them all"))
            #expect(
                run.output.contains(
                    """
                    Rules that never applied
                      rules[1] (live)
                          nearest, at 00:01, step 2, line 4: condition.definition.conditions[1]: \
                    contextdata.live eq true, but it is missing
                    """
                )
            )
            #expect(run.output.contains("dcrVideo  content  BEATS  0 min    2 min  changed"))
        }

        @Test func whatWasRecordedWithStaticCallsIsPlayedWithEventsAndItIsSaid() throws {
            let why = "the session was recorded with static calls, which rules never see; it is played with events."
            #expect(try !run(Self.beats, Self.session).error.contains(why))
            let recorded = Self.session.replacing("\"seed\": 1", with: "\"seed\": 1, \"flow\": \"api\"")
            let run = try run(Self.beats, recorded)
            #expect(run.error.contains(why))
            #expect(run.output.contains("dcrVideo  content  BEATS  0 min    2 min  changed"))
        }

        /// The first step is one like the others.
        @Test func aRuleThatCameNearestAtTheFirstStepIsShownThere() throws {
            let rules = """
                {"rules": [{"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
                  {"type": "matcher", "definition": {"key": "~type", "matcher": "co", "values": ["nielsen"]}},
                  {"type": "matcher", "definition": {"key": "data.sfcode", "matcher": "eq", "values": ["drm"]}}]}},
                 "consequences": [{"id": "other", "type": "add", "detail": {"eventdata": {"kind": "drm"}}}]}]}
                """
            let run = try run(rules, Self.session)
            #expect(run.output.contains("nearest, at 00:00, step 1, line 2: "))
        }

        @Test func eachFindingIsALineOfJSON() throws {
            let run = try run(Self.beats, Self.session, "--json")
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.count { $0["kind"] == "applied" } == 131)
            #expect(lines[0]["line"] == 4)
            #expect(lines[0]["n"] == 2)
            #expect(lines[0]["rules"] == [["rule": 0, "consequences": ["beat-to-playhead"]]])
            #expect(lines[0]["caused"]?[0]?["data"]?["identifier"] == "instance-1")
            // The data of the event itself stands in the session's file.
            #expect(lines[0]["event"]?.objectValue?.keys.sorted() == ["name", "source", "type"])
            #expect(lines[0]["caused"]?[0]?.objectValue?.keys.sorted() == ["data", "name", "source", "type"])
            let unused = try #require(lines.first { $0["kind"] == "unused" })
            #expect(unused["rule"] == 1)
            #expect(unused["obstacle"]?["key"] == "contextdata.live")
            let credit = try #require(lines.first { $0["kind"] == "credit" && $0["product"] == "dcrVideo" })
            #expect(credit["minutes_before"] == 0)
            #expect(credit["minutes_after"] == 2)
            #expect(lines.last?["applied"] == 131)
        }

        /// Wrong metadata of the built-in session is repaired on its way: what changed is named, old value and new.
        @Test func theSessionOfTheDemoIsTriedWithoutAFile() throws {
            let run = try run(
                """
                {"rules": [{"condition": {"type": "matcher", "definition":
                    {"key": "data.metadata.content.assetid", "matcher": "eq", "values": ["lighthouse-e07"]}},
                  "consequences": [{"id": "rename", "type": "mod", "detail": {"eventdata":
                    {"data": {"metadata": {"content": {"assetid": "OTHER"}}}}}}]}]}
                """,
                nil
            )
            #expect(run.code == 0)
            #expect(run.output.contains("changed: data.metadata.content.assetid: \"LIGHTHOUSE-E07\" → \"OTHER\""))
            #expect(run.output.contains("OTHER"))
            #expect(run.output.contains("0 min"))
        }

        @Test func aRefusedRuleIsSaidAndTheOthersAreTried() throws {
            let run = try run(Self.beats.replacingOccurrences(of: "\"ge\"", with: "\"gte\""), Self.session)
            #expect(run.code == 1)
            #expect(run.error.contains("refused: line 4, column "))
            #expect(run.output.contains("rules in force: 1."))
        }

        @Test(arguments: [("[]", nil), (beats, "{}\n"), (beats, "")])
        func aFileThatIsNoneIsNamed(_ rules: String, _ session: String?) throws {
            let run = try run(rules, session)
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(run.error.contains(session == nil ? "rules.json" : "session.jsonl"))
        }

        @Test func checkTakesOneFile() throws {
            let run = try Executable.run(["rules", "check", "a.json", "b.jsonl"])
            #expect(run.code == 2)
            #expect(run.error.contains("check takes one file; \"b.jsonl\" is one too many"))
        }
    }
#endif
