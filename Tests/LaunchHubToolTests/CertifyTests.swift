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
