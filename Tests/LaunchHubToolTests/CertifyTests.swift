// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

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

    @Test func filesAreJudgedInTheOrderInWhichTheyAreNamed() async throws {
        let folder = try TemporaryFolder()
        let files = try (0..<12).map { number in
            // Large ones stand before small ones, which are done first.
            let line = #"{"t": 0, "call": "setVolume", "args": [1]}"# + "\n"
            let lines = String(repeating: line, count: number % 4 == 0 ? 2_000 : 0)
            return try file(folder, lines + Self.log(hasPlay: number % 3 > 0), "\(number).jsonl")
        }
        let run = try await ToolRun(["certify", "--json"] + files)
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
        let alone = try await json(ToolRun(["certify", "--json", files[4]]).output).filter { $0["kind"] == "case" }
        let together = lines.filter { $0["kind"] == "case" && $0["file"] == .string(files[4]) }
        #expect(alone.map { $0["reason"] } == together.map { $0["reason"] })
        #expect(alone.map { $0["verdict"] } == together.map { $0["verdict"] })
    }

    @Test func theFilesOfAFolderAreJudged() async throws {
        let folder = try TemporaryFolder()
        let empty = try await ToolRun(["certify", folder.url.path])
        #expect(empty.code == 2 && empty.error.contains("has no file whose name ends in .jsonl"), "\(empty.error)")
        _ = try file(folder, Self.log(hasPlay: true), "b.jsonl")
        _ = try file(folder, Self.log(hasPlay: false), "a.jsonl")
        _ = try file(folder, "no log", "notes.txt")
        let run = try await ToolRun(["certify", folder.url.path])
        #expect(run.code == 1)
        #expect(run.output.contains("  fail         \(folder.file("a.jsonl").path)"), "\(run.output)")
        #expect(run.output.contains("  pass         \(folder.file("b.jsonl").path)"))
        #expect(!run.output.contains("notes.txt"))
    }

    @Test func aFileThatCannotBeReadKeepsNoOtherFromItsVerdict() async throws {
        let folder = try TemporaryFolder()
        let good = try file(folder, Self.log(hasPlay: true), "good.jsonl")
        let bad = try file(folder, Self.log(hasPlay: false), "bad.jsonl")
        let missing = folder.file("missing.jsonl").path
        let run = try await ToolRun(["certify", "--json", missing, good, bad, good])
        #expect(run.code == 2)
        #expect(run.error.contains("missing.jsonl"))
        let verdicts = try json(run.output).filter { $0["kind"] == "verdict" }
        #expect(verdicts.map { $0["verdict"] } == ["undecidable", "pass", "fail", "pass", "fail"])
        // Nothing says that all is well where something was not read.
        let alone = try await ToolRun(["certify", "--json", missing, good])
        #expect(alone.code == 2)
        #expect(try json(alone.output).last?["verdict"] == "undecidable")
        let twice = try await ToolRun(["certify", "-", "-"])
        #expect(twice.code == 2 && twice.error.contains("standard input can be read once"))
    }

    /// One value gives the exit code, and what each form says.
    @Test(arguments: [("dcr", "DEBUG", [], 0), ("dcr", "INFO", [], 1), ("dcr", "INFO", ["--cases", "none"], 0)])
    func everyFormAndTheExitCodeSayOneVerdict(
        _ code: String,
        _ level: String,
        _ options: [String],
        _ exit: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        let info =
            #"{"t": 0, "call": "appInfo", "args": [{"appid": "P0A1B2C3D-0000-4000-8000-0123456789AB", "#
            + #""appname": "A", "appversion": "1", "sfcode": "\#(code)", "nol_devDebug": "\#(level)"}]}"#
        let event = #"{"t": 0, "call": "eventOccurred", "args": [2001]}"#
        let log = try file(folder, info + "\n" + event + "\n" + Self.log(hasPlay: true))
        func run(_ form: String) async throws -> String {
            let run = try await ToolRun(["certify", "--format", form, log] + options)
            #expect(run.code == exit, "\(form)")
            return run.output
        }
        let verdict = exit == 0 ? "pass" : "fail"
        let hasCases = options.isEmpty
        #expect(try await run("text").contains("Verdict: \(verdict). Rules pass: 0 errors, 0 warnings."))
        let last = try #require(try await json(run("json")).last)
        #expect(last["verdict"] == .string(verdict) && last["rules"] == "pass")
        #expect(last["cases"] == (hasCases ? .string(verdict) : nil))
        #expect(last["counts"]?["errors"] == 0 && last["counts"]?["fail"] == (hasCases ? .int(Int64(exit)) : nil))
        #expect(try await run("junit").contains("failures=\"\(exit)\""))
        let sarif = try JSONObject(jsonText: await run("sarif"))["runs"]?[0]
        #expect(sarif?["properties"]?["verdict"] == .string(verdict))
        #expect(sarif?["results"]?.arrayValue?.count == Int(exit))
    }

    @Test func eachUndecidedCaseSaysWhatToPlayNext() async throws {
        let run = try await ToolRun(["certify", "--json"], input: Self.log(hasPlay: true))
        let cases = try json(run.output).filter { $0["kind"] == "case" }
        #expect(cases.count == 19)
        for result in cases {
            let isOpen = result["verdict"] == "undecidable"
            #expect((result["next"]?.stringValue?.isEmpty == false) == isOpen, "\(result)")
        }
        let text = try await ToolRun(["certify"], input: Self.log(hasPlay: true)).output
        #expect(text.contains("\n               Next: Play a video, and skip forward by more than 30 s.\n"))
    }

    /// The findings of a view are known at its end, and those of an app at the end of the input.
    @Test func findingsComeInTheOrderOfTheirLines() async throws {
        let log =
            #"{"t": 0, "call": "appInfo", "args": [{"appid": "P1"}]}"# + "\n"
            + Self.log(hasPlay: false)
            .replacing("\"playheadPosition\", \"args\": [7]", with: "\"playheadPosition\", \"args\": [7")
        let found = try await json(ToolRun(["certify", "--json"], input: log).output).filter { $0["kind"] == "finding" }
        let lines = found.compactMap { $0["line"]?.intValue }
        #expect(lines == lines.sorted() && lines.count > 2, "\(found)")
        #expect(found.contains { $0["rule"] == "LINE_NOT_JSON" } && found.first?["line"] == 1)
    }

    /// What `certify` says of a rule is what `validate --explain` says.
    @Test func theReasonAndTheCureAreThoseOfTheExplanation() async throws {
        let log =
            #"{"t": 0, "call": "appInfo", "args": [{"appid": "P1", "sfcode": "zz"}]}"# + "\nx\n"
            + Self.log(hasPlay: false).replacing("\"length\": \"40\"", with: "\"Length\": \"40\"")
            + #"{"t": 41, "call": "playheadPosition", "args": [-3]}"# + "\n{\"t\": 42, \"call\": \"fly\"}\n"
        let found = try await json(ToolRun(["certify", "--json"], input: log).output).filter { $0["kind"] == "finding" }
        let rules = Set(found.compactMap { $0["rule"]?.stringValue })
        #expect(
            rules.isSuperset(of: ["APPID_NOT_GUID", "LINE_NOT_JSON", "PLAY_MISSING", "UNDOCUMENTED_EVENT", "KEY_CASE"])
        )
        for finding in found {
            let rule = finding["rule"]?.stringValue ?? ""
            let text = try await json(ToolRun(["validate", "--explain", rule, "--json"]).output)[0]
            #expect(finding["cure"] == text["cure"], "\(rule)")
            #expect(finding["message"]?.stringValue?.hasSuffix(text["why"]?.stringValue ?? "-") == true, "\(finding)")
        }
    }

    @Test func theArticleShowsWhatIsWritten() async throws {
        let article = "Sources/LaunchHubSession/LaunchHubSession.docc/CertifyAnIntegration.md"
        let text = try PackageFolder.text(article)
        let log = PackageFolder.root.appending(
            path: "Tests/LaunchHubCertificationTests/Logs/evening-with-mistakes.jsonl"
        )
        let run = try await ToolRun(["certify", log.path])
        #expect(run.code == 1)
        // The first line is the path of the file.
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        #expect(text.contains("evening-with-mistakes.jsonl\n" + lines.joined(separator: "\n") + "\n```"))
        for id in lines.compactMap({ $0.split(separator: " ").dropFirst().first }) where id.contains("-") {
            #expect(text.contains("`\(id)`"), "\(id)")
        }
    }
}
