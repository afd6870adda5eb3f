// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct CertifyTests {
        private static let content =
            #"{"type": "content", "assetid": "v1", "program": "P", "title": "T S01E01", "length": "40", "#
            + #""airdate": "20260302", "isfullepisode": "y", "adloadtype": "2"}"#

        /// Forty seconds of content; the mistake is a `play` that is missing.
        private static func log(hasPlay: Bool) -> String {
            var lines = hasPlay ? [#"{"t": 0, "call": "play"}"#] : []
            lines.append(#"{"t": 0, "call": "loadMetadata", "args": [\#(content)]}"#)
            for second in 0...40 {
                lines.append(#"{"t": \#(second), "call": "playheadPosition", "args": [\#(second)]}"#)
            }
            lines.append(#"{"t": 40, "call": "end"}"#)
            return lines.joined(separator: "\n") + "\n"
        }

        private func file(_ folder: TemporaryFolder, _ text: String, _ name: String = "calls.jsonl") throws -> String {
            try Data(text.utf8).write(to: folder.file(name))
            return folder.file(name).path
        }

        private func json(_ output: String) throws -> [JSONObject] {
            try output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
        }

        @Test func aGoodLogPasses() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["certify", "--json", file(folder, Self.log(hasPlay: true))])
            #expect(run.code == 0)
            let lines = try json(run.output)
            #expect(lines.last == ["kind": "verdict", "verdict": "pass", "schema": "launchhub/1"])
            #expect(
                lines.dropLast().allSatisfy {
                    $0["kind"] == "case" && Set($0.map(\.key)) == ["kind", "schema", "id", "verdict", "reason"]
                }
            )
            #expect(lines.contains { $0["id"] == "dcr-video-2-play-to-end" && $0["verdict"] == "pass" })
        }

        @Test func anErrorFails() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["certify", file(folder, Self.log(hasPlay: false)), "--format", "json"])
            #expect(run.code == 1)
            let lines = try json(run.output)
            let first = try #require(lines.first)
            #expect(Set(first.map(\.key)) == ["kind", "schema", "rule", "severity", "line", "t", "message", "cure"])
            #expect(
                first["rule"] == "PLAY_MISSING" && first["line"] == 1 && first["t"] == 0 && first["severity"] == "error"
            )
            #expect(lines.last?["verdict"] == "fail")
        }

        @Test func textNamesLineCostAndCure() throws {
            let folder = try TemporaryFolder()
            let log = Self.log(hasPlay: true).replacing(#""args": [40]"#, with: #""args": [-40]"#)
            let run = try Executable.run(["certify", file(folder, log)])
            #expect(run.code == 1)
            for part in [
                "line 43, 0:00:40  error PLAYHEAD_NEGATIVE", "Cost: 1 s", "Cure:", "Published cases",
                "Verdict: fail. 1 error",
            ] {
                #expect(run.output.contains(part), "\(part) in \(run.output)")
            }
        }

        @Test func rulesAreChosen() throws {
            let folder = try TemporaryFolder()
            let log = try file(folder, Self.log(hasPlay: false) + "x\n")
            #expect(try Executable.run(["certify", log, "--rule", "play_missing"]).code == 1)
            let other = try Executable.run(["certify", log, "--rule", "STOP_ON_BUFFERING,META_MISSING_x", "--json"])
            #expect(other.code == 0)
            #expect(try json(other.output).last?["verdict"] == "pass")
            let unknown = try Executable.run(["certify", log, "--rule", "PLAY_MISING"])
            #expect(unknown.code == 2)
            #expect(unknown.error.contains("PLAY_MISSING"))
        }

        @Test(arguments: [["--format", "pdf"], ["--json", "--format", "sarif"], ["--what"], ["no-such-file.jsonl"]])
        func aWrongCommandLineSaysSo(_ words: [String]) throws {
            let run = try Executable.run(["certify"] + words)
            #expect(run.code == 2)
            #expect(!run.error.isEmpty)
        }

        @Test func emptyInputIsSaidSo() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["certify", "--json", file(folder, "\n \n")])
            #expect(run.code == 2)
            #expect(run.error.contains("is empty"))
            #expect(try json(run.output).last?["verdict"] == "undecidable")
        }

        @Test func severalFilesAreNamed() throws {
            let folder = try TemporaryFolder()
            let good = try file(folder, Self.log(hasPlay: true), "good.jsonl")
            let bad = try file(folder, Self.log(hasPlay: false), "bad.jsonl")
            let run = try Executable.run(["certify", "--json", good, bad])
            #expect(run.code == 1)
            let lines = try json(run.output)
            #expect(lines.first?["file"] == .string(bad))
            #expect(lines.count { $0["id"] == "dcr-video-2-play-to-end" } == 2)
        }

        @Test func filesAreJudgedInTheOrderInWhichTheyAreNamed() throws {
            let folder = try TemporaryFolder()
            let files = try (0..<40).map { number in
                // Large ones stand before small ones, which are done first.
                let line = #"{"t": 0, "call": "setVolume", "args": [1]}"# + "\n"
                let lines = String(repeating: line, count: number % 4 == 0 ? 20_000 : 0)
                return try file(folder, lines + Self.log(hasPlay: number % 3 > 0), "\(number).jsonl")
            }
            let run = try Executable.run(["certify", "--json"] + files)
            #expect(run.code == 1)
            let lines = try json(run.output)
            let found = lines.filter { $0["rule"] == "PLAY_MISSING" }.compactMap { $0["file"]?.stringValue }
            #expect(found == files.enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
            let verdicts = lines.filter { $0["kind"] == "verdict" }
            #expect(verdicts.dropLast().compactMap { $0["file"]?.stringValue } == files)
            #expect(
                verdicts.dropLast().compactMap { $0["verdict"]?.stringValue }
                    == files.indices.map { $0 % 3 == 0 ? "fail" : "pass" }
            )
            #expect(verdicts.last?["verdict"] == "fail" && verdicts.last?["file"] == nil)
            // What one says of a file, all of them say.
            let alone = try json(Executable.run(["certify", "--json", files[4]]).output).filter { $0["kind"] == "case" }
            let together = lines.filter { $0["kind"] == "case" && $0["file"] == .string(files[4]) }
            #expect(alone.map { $0["reason"] } == together.map { $0["reason"] })
            #expect(alone.map { $0["verdict"] } == together.map { $0["verdict"] })
        }

        @Test func theFilesOfAFolderAreJudged() throws {
            let folder = try TemporaryFolder()
            let empty = try Executable.run(["certify", folder.url.path])
            #expect(empty.code == 2 && empty.error.contains("has no file whose name ends in .jsonl"), "\(empty.error)")
            _ = try file(folder, Self.log(hasPlay: true), "b.jsonl")
            _ = try file(folder, Self.log(hasPlay: false), "a.jsonl")
            _ = try file(folder, "no log", "notes.txt")
            let run = try Executable.run(["certify", folder.url.path])
            #expect(run.code == 1)
            #expect(run.output.contains("  fail         \(folder.file("a.jsonl").path)"), "\(run.output)")
            #expect(run.output.contains("  pass         \(folder.file("b.jsonl").path)"))
            #expect(!run.output.contains("notes.txt"))
        }

        @Test func aFileThatCannotBeReadKeepsNoOtherFromItsVerdict() throws {
            let folder = try TemporaryFolder()
            let good = try file(folder, Self.log(hasPlay: true), "good.jsonl")
            let bad = try file(folder, Self.log(hasPlay: false), "bad.jsonl")
            let missing = folder.file("missing.jsonl").path
            let run = try Executable.run(["certify", "--json", missing, good, bad, good])
            #expect(run.code == 2)
            #expect(run.error.contains("missing.jsonl"))
            let verdicts = try json(run.output).filter { $0["kind"] == "verdict" }
            #expect(verdicts.map { $0["verdict"] } == ["undecidable", "pass", "fail", "pass", "fail"])
            // Nothing says that all is well where something was not read.
            let alone = try Executable.run(["certify", "--json", missing, good])
            #expect(alone.code == 2)
            #expect(try json(alone.output).last?["verdict"] == "undecidable")
            let twice = try Executable.run(["certify", "-", "-"])
            #expect(twice.code == 2 && twice.error.contains("standard input can be read once"))
        }

        /// A pipe has every byte once.
        @Test func aPipeIsReadFromItsFirstByteOn() throws {
            let folder = try TemporaryFolder()
            let log = try file(folder, Self.log(hasPlay: true))
            let program = try #require(Executable.url).path
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", "cat '\(log)' | '\(program)' certify --json /dev/stdin"]
            let output = Pipe()
            shell.standardOutput = output
            try shell.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "\(text)")
            #expect(try json(text).last?["verdict"] == "pass")
        }

        @Test func sarifNamesRuleAndLine() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["certify", "--format", "sarif", file(folder, Self.log(hasPlay: false))])
            #expect(run.code == 1)
            let sarif = try JSONObject(jsonText: run.output.trimmingCharacters(in: .newlines))
            #expect(sarif["version"] == "2.1.0")
            let result = sarif["runs"]?[0]?["results"]?[0]
            #expect(result?["ruleId"] == "PLAY_MISSING" && result?["level"] == "error")
            #expect(result?["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"] == 1)
            #expect(sarif["runs"]?[0]?["tool"]?["driver"]?["rules"]?[0]?["id"] == "PLAY_MISSING")
        }

        @Test func junitIsXML() throws {
            let folder = try TemporaryFolder()
            let log = Self.log(hasPlay: true) + #"{"t": 41, "call": "<&\u0001\">"}"# + "\n"
            let run = try Executable.run(["certify", "--format", "junit", file(folder, log)])
            #expect(run.code == 1)
            #expect(run.output.contains("failures=\"1\""))
            #expect(run.output.contains("&lt;&amp;\u{fffd}&quot;&gt;"))
            #expect(run.output.contains("<skipped message="))
            #expect(!run.output.contains("\u{1}"))
        }

        @Test func theArticleShowsWhatIsWritten() throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let article = "Sources/LaunchHubSession/LaunchHubSession.docc/CertifyAnIntegration.md"
            let text = try String(contentsOf: root.appendingPathComponent(article), encoding: .utf8)
            let log = root.appendingPathComponent("Tests/CertificationTests/Logs/evening-with-mistakes.jsonl")
            let run = try Executable.run(["certify", log.path])
            #expect(run.code == 1)
            // The first line is the path of the file.
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
            #expect(text.contains("evening-with-mistakes.jsonl\n" + lines.joined(separator: "\n") + "\n```"))
            for id in lines.compactMap({ $0.split(separator: " ").dropFirst().first }) where id.contains("-") {
                #expect(text.contains("`\(id)`"), "\(id)")
            }
        }

        @Test func aRecordedSessionIsJudged() throws {
            let folder = try TemporaryFolder()
            let session = folder.file("session.jsonl").path
            #expect(try Executable.run(["play", "--record", session]).code == 0)
            let run = try Executable.run(["certify", "--json", session])
            let lines = try json(run.output)
            #expect(run.code == 0, "\(run.output)")
            #expect(lines.last?["verdict"] == "pass")
            #expect(lines.contains { $0["id"] == "pre-check-config-ping" && $0["verdict"] == "pass" })
            // A playhead of the recording that is not valid is found with its line.
            let text = try String(contentsOfFile: session, encoding: .utf8)
            let broken = text.replacing(#""playheadPosition":"5""#, with: #""playheadPosition":"-5""#)
            let second = try Executable.run(["certify", "--json", file(folder, broken)])
            #expect(text != broken && second.code == 1, "\(text.prefix(3000))")
            #expect(try json(second.output).first { $0["severity"] == "error" }?["rule"] == "PLAYHEAD_NEGATIVE")
        }
    }
#endif
