// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// The built program, as the shell sees it.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ExecutableTests {
        @Test func theDemoPrintsItsSummaryAndWritesItsReport() throws {
            let report = Executable.temporary("html")
            defer { try? FileManager.default.removeItem(at: report) }
            let run = try Executable.run(["demo", "--report", report.path])
            #expect(run.code == 0)
            #expect(run.error.isEmpty)
            for call in DocumentedCall.allCases {
                #expect(run.output.contains(call.event) && run.output.contains(call.call))
            }
            #expect(run.output.contains("registerListener(forSDKNotifier:)"))
            #expect(run.output.contains("Events and calls gave equal results and equal records"))
            #expect(run.output.contains("Received by the listener"))
            #expect(!run.output.contains("\u{1B}"))
            #expect(try String(contentsOf: report, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
        }

        /// The visit of an app without measurement: what rules make of its calls, and what is credited.
        @Test func theDemoEndsWithAnAppThatRulesMeasure() throws {
            let report = Executable.temporary("html")
            defer { try? FileManager.default.removeItem(at: report) }
            let lines = try Executable.run(["demo", "--report", report.path]).output.components(separatedBy: "\n")
            let start = try #require(lines.firstIndex(of: "A released app, measured by published rules"))
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
            let shown = readme.components(separatedBy: "```").first { $0.hasPrefix("\n  the app ") }
            let quoted = try #require(shown).split(separator: "\n").map(String.init)
            #expect(quoted.count == 5 && quoted.filter { !lines[start...].contains($0) } == [])
            let chapter = lines[start...].map { $0.split(separator: " ").joined(separator: " ") }
            #expect(chapter.contains("(starts the hub) 1 InstantiateSDKWithRemoteConfigEvent"))
            #expect(chapter.contains("trackState(\"home\") 2 –"))
            #expect(chapter.contains("trackState(\"article/tides\") 1 TrackSDKEvent playhead static page-tides"))
            #expect(chapter.contains("trackAction(\"article.share\") 1 –"))
            #expect(chapter.contains("trackAction(\"video.beat\") 185 TrackSDKEvent playhead content HARBOUR-E02"))
            #expect(chapter.contains("trackAction(\"video.end\") 1 TrackSDKEvent complete content"))
            #expect(chapter.contains { $0.hasPrefix("dcrVideo content HARBOUR-E02 Night Shift 185 s 3 min") })
            let run = try Executable.run(["demo", "--json", "--report", report.path])
            let summary = try JSONValue(jsonText: try #require(run.output.split(separator: "\n").last.map(String.init)))
            let released = summary["released_app"]
            #expect(released?["rules"] == 4 && released?["calls"] == 191)
            let video = released?["credits"]?.arrayValue?.first { $0["product"] == "dcrVideo" }
            #expect(video?["seconds"] == 185 && video?["minutes"] == 3)
        }

        @Test func whatIsRecordedReplaysAndATamperedRecordingHasFindings() throws {
            let file = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            #expect(try Executable.run(["play", "--channel", "Front page", "--record", file.path]).code == 0)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try Sessions.read(text).remarks.isEmpty)
            // It says what somebody has watched.
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect(try Executable.run(["replay", file.path]).code == 0)
            #expect(try Executable.run(["replay", "--flow=api"], input: text).code == 0)
            let tampered = text.replacingOccurrences(of: "\"code\":5001", with: "\"code\":5011")
            let run = try Executable.run(["replay", "-"], input: tampered)
            #expect(run.code == 1)
            #expect(run.output.contains("result, code: recorded 5011, came 5001"))
            let page = try Executable.run(["report"], input: text)
            #expect(page.code == 0)
            #expect(page.output.contains("</html>"))
        }

        @Test func linesOfJSONAreASessionFile() throws {
            let played = try Executable.run(["play", "--channel", "Front page", "--json"])
            let replayed = try Executable.run(["replay", "--json"], input: played.output)
            #expect(replayed.code == 0)
            #expect(replayed.output.contains("\"findings\":0"))
        }

        static let wrong: [(words: [String], says: String)] = [
            (["pley"], "unknown command \"pley\". Did you mean \"play\"?"),
            (["--verison"], "unknown option \"--verison\". Did you mean \"--version\"?"),
            (["play", "--flwo", "api"], "unknown option \"--flwo\" for launchhub play. Did you mean \"--flow\"?"),
            (["play", "--flow", "both"], "--flow is \"both\"; use one of events, api, classic."),
            (["play", "--speed", "fast"], "--speed is \"fast\""),
            (["play", "--channel", "Soap"], "there is no channel \"Soap\"; the channels are: \"Episode with ads\""),
            (["play", "--channels", "/nonexistent/x.json"], "cannot read /nonexistent/x.json"),
            (["replay", "/nonexistent/x.jsonl"], "cannot read /nonexistent/x.jsonl"),
            (["demo", "extra"], "launchhub demo takes no argument, but got \"extra\"."),
            (["help", "pley"], "unknown command \"pley\". Did you mean \"play\"?"),
            (["demo", "-o", "-"], "--report needs a file"),
            (["play", "--record", "-"], "--record needs a file; --json writes the session to standard output."),
        ]

        @Test(arguments: wrong)
        func aWrongCommandLineEndsWithTwoAndSaysWhy(words: [String], says: String) throws {
            let run = try Executable.run(words)
            #expect(run.code == 2)
            #expect(run.error.contains(says), "\(run.error)")
            #expect(run.output.isEmpty)
        }

        @Test func helpAndVersionEndWithZero() throws {
            #expect(try Executable.run(["--version"]).output == "launchhub \(HubPackage.version)\n")
            for words in [
                ["--help"], ["help"], ["help", "play"], ["help", "--help"], ["replay", "--help"],
                ["demo", "--bad", "-h"],
            ] {
                let run = try Executable.run(words)
                #expect(run.code == 0)
                #expect(run.output.contains("Usage: launchhub"))
            }
            #expect(try Executable.run([]).code == 2)
        }

        @Test func aReaderWhoHasSeenEnoughIsNoError() throws {
            let report = Executable.temporary("html")
            defer { try? FileManager.default.removeItem(at: report) }
            let run = try Executable.run(["demo", "--report", report.path], readsOutput: false)
            #expect(run.code == SIGPIPE)
            #expect(run.error.isEmpty)
        }

        /// A verdict that nobody has read to its end is not a good one.
        @Test func aVerdictThatIsCutOffIsNotSuccess() throws {
            let line = "{\"id\": \"one\", \"input\": {\"event\": \"pause\"}}\n"
            let run = try Executable.run(["validate", "event"], input: line, readsOutput: false)
            #expect(run.code == SIGPIPE)
            #expect(run.error.isEmpty)
        }
    }

    /// Runs the program that was built beside the tests.
    enum Executable {
        static let url = BuildFolder.program("launchhub")

        static func temporary(_ kind: String) -> URL {
            FileManager.default.temporaryDirectory.appendingPathComponent("launchhub-\(UUID().uuidString).\(kind)")
        }

        static func run(
            _ words: [String],
            input: String = "",
            readsOutput: Bool = true,
            to output: FileHandle? = nil,
            program: URL? = url
        ) throws -> (code: Int32, output: String, error: String) {
            let process = Process()
            process.executableURL = program
            process.arguments = words
            // Files cannot fill up as pipes do.
            let files = ["in", "out", "err"].map(temporary)
            defer { for file in files { try? FileManager.default.removeItem(at: file) } }
            try Data(input.utf8).write(to: files[0])
            for file in files.dropFirst() { try Data().write(to: file) }
            process.standardInput = try FileHandle(forReadingFrom: files[0])
            process.standardError = try FileHandle(forWritingTo: files[2])
            if readsOutput {
                process.standardOutput = try output ?? FileHandle(forWritingTo: files[1])
                try process.run()
            } else {
                let pipe = Pipe()
                try pipe.fileHandleForReading.close()
                process.standardOutput = pipe
                try process.run()
            }
            process.waitUntilExit()
            let output = try String(contentsOf: files[1], encoding: .utf8)
            return (process.terminationStatus, output, try String(contentsOf: files[2], encoding: .utf8))
        }

        /// The lines of JSON that a command writes, without the schema that each of them names.
        static func objects(_ words: [String], code: Int32 = 0, input: String = "") throws -> [JSONObject] {
            let run = try run(words + ["--json"], input: input)
            #expect(run.code == code, "\(words): \(run.error)")
            return try run.output.split(separator: "\n").map { line in
                var object = try JSONObject(jsonText: String(line))
                #expect(object["schema"] == "launchhub/1")
                object["schema"] = JSONValue?.none
                return object
            }
        }
    }
#endif
