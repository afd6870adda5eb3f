// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// Recordings without results: played, and judged as a certification judges them.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ForeignReplayTests {
        /// A film with a pause without stop, in classic calls.
        private static let log: String = {
            let film = #"""
                {"type":"content","assetid":"C1","program":"P","title":"T S01E01","length":"60",
                "airdate":"2026-03-02T20:00:00","isfullepisode":"y","adloadtype":"2"}
                """#.replacing("\n", with: "")
            var lines = [
                #"{"t":0,"call":"appInfo","args":[{"appid":"P0A1B2C3D-0000-4000-8000-0123456789AB","appname":"A"}]}"#,
                #"{"t":0,"call":"play"}"#, #"{"t":0,"call":"loadMetadata","args":[\#(film)]}"#,
            ]
            for second in 0...20 { lines.append(#"{"t":\#(second),"call":"playheadPosition","args":[\#(second)]}"#) }
            lines += [#"{"t":20,"call":"userPause"}"#, #"{"t":50,"call":"userResume"}"#]
            for second in 20...60 {
                lines.append(#"{"t":\#(second + 30),"call":"setPlayheadPosition","args":[\#(second)]}"#)
            }
            lines += [#"{"t":90,"call":"stop"}"#, #"{"t":90,"call":"ggPM","args":[57]}"#]
            return lines.map { $0 + "\n" }.joined()
        }()

        private static func findings(_ run: (output: String, error: String, code: Int32)) throws -> [String] {
            try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
                .filter { $0["kind"] == "finding" }
                .map { "\($0["line"]?.jsonText ?? "?") \($0["rule"]?.stringValue ?? "")" }
        }

        private static func run(_ words: [String]) throws -> (output: String, error: String, code: Int32) {
            let run = try Executable.run(words)
            return (run.output, run.error, run.code)
        }

        @Test func aLogOfCallsHasTheFindingsOfACertification() throws {
            let folder = try TemporaryFolder()
            let file = folder.file("calls.jsonl")
            try Data(Self.log.utf8).write(to: file)
            let certified = try Self.run(["certify", "--json", file.path])
            let replayed = try Self.run(["replay", "--json", file.path])
            let found = try Self.findings(replayed)
            #expect(try Self.findings(certified) == found)
            #expect(found.contains { $0.hasSuffix("PAUSE_WITHOUT_STOP") })
            #expect(certified.code == 1 && replayed.code == 1)
            let text = try Self.run(["replay", file.path])
            #expect(text.output.contains("a recording without results, played and judged"))
            #expect(!text.output.contains("recorded nothing"))
            // 20 seconds until the pause, none in it, and 40 after it.
            #expect(text.output.contains(" 60 s "))
        }

        @Test func aSessionWithoutResultsIsJudgedOnItsOwnLines() async throws {
            let session = try await Sessions.channel("Episode with ads", .events)
            var foreign = session
            for place in foreign.steps.indices {
                foreign.steps[place].result = nil
                foreign.steps[place].records = []
                foreign.steps[place].pings = []
                foreign.steps[place].notices = []
                // As an app names its instances.
                if foreign.steps[place].command?.identifier != nil {
                    foreign.steps[place].command?.data["identifier"] = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
                }
            }
            let folder = try TemporaryFolder()
            let (file, whole) = (folder.file("foreign.jsonl"), folder.file("whole.jsonl"))
            try Data(SessionFile.text(of: foreign).utf8).write(to: file)
            try Data(SessionFile.text(of: session).utf8).write(to: whole)
            let replayed = try Self.run(["replay", "--json", file.path])
            let found = Set(try Self.findings(replayed).compactMap { $0.split(separator: " ").last })
            let certified = Set(
                try Self.findings(try Self.run(["certify", "--json", whole.path])).compactMap {
                    $0.split(separator: " ").last
                }
            )
            #expect(found == certified.subtracting(["COLLECTOR_IS_LOOPBACK"]))
            // What the calls are credited is what they were credited when they were recorded.
            let text = try Self.run(["replay", file.path]).output
            #expect(text.contains("294 s"))
        }

        @Test func aDamagedLogNamesTheLine() throws {
            let folder = try TemporaryFolder()
            let file = folder.file("calls.jsonl")
            try Data((Self.log + #"{"t":91,"call":7}"# + "\n").utf8).write(to: file)
            let run = try Self.run(["replay", file.path])
            #expect(run.code == 2 && run.error.contains("line 70: \"call\" is 7, and not a name."))
        }

        @Test func aLogOfCallsIsExplainedAndReported() throws {
            let folder = try TemporaryFolder()
            let (file, page, image) = (folder.file("calls.jsonl"), folder.file("r.html"), folder.file("r.svg"))
            try Data(Self.log.utf8).write(to: file)
            #expect(try Self.run(["explain", file.path]).output.contains("60 seconds played, 1 minute credited"))
            #expect(try Self.run(["report", file.path, "-o", page.path, "--svg", image.path]).code == 0)
            let html = try String(contentsOf: page, encoding: .utf8)
            #expect(html.contains("PAUSE_WITHOUT_STOP") && html.contains("<h2>Why</h2>"))
            let svg = try String(contentsOf: image, encoding: .utf8)
            #expect(
                svg.hasPrefix("<?xml") && svg.contains("class=\"finding\"") && svg.contains("class=\"bar content\"")
            )
        }
    }
#endif
