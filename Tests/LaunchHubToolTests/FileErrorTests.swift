// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is said where a file is not what a command needs.
struct FileErrorTests {
    private static let reading = [
        ["validate", "content"], ["segment"], ["replay"], ["report"], ["play", "--channels"],
        ["segment", "--settings"],
    ]

    @Test(arguments: reading)
    func aFolderIsNoFile(_ words: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let run = try await ToolRun(words + [folder])
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.error == "launchhub: cannot read \(folder): it is a folder; name a file\n")
    }

    @Test(arguments: reading)
    func aFileThatIsNotThereIsNamed(_ words: [String]) async throws {
        let run = try await ToolRun(words + ["/nonexistent/x"])
        #expect(run.code == 2)
        #expect(run.error == "launchhub: cannot read /nonexistent/x: there is no such file or folder\n")
    }

    @Test(arguments: [["replay"], ["segment", "--settings"]])
    func aFileOfThreeGigabytesThatIsNoneOfOursIsNotReadToItsEnd(_ words: [String]) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "sparse")
        try FileHandle(forWritingTo: file).truncate(atOffset: 3 << 30)
        let run = try await ToolRun(words + [file.path])
        #expect(run.code == 2)
        #expect(run.error.contains("more than 67108864 bytes"))
    }

    @Test(arguments: [["demo", "-o"], ["play", "--record"]])
    func aFolderCannotBeWritten(_ words: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let run = try await ToolRun(words + [folder])
        #expect(run.code == 2)
        #expect(run.error == "launchhub: cannot write \(folder): it is a folder; name a file\n")
    }

    @Test func aRecordingInAnotherEncodingIsNamedSo() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("session.jsonl")
        let text = try await ToolRun(["play", "--channel", "Front page", "--json"]).output
        try #require(text.data(using: .utf16)).write(to: file)
        let run = try await ToolRun(["replay", file.path])
        #expect(run.code == 2)
        #expect(run.error == "launchhub: cannot read \(file.path): line 1 is not UTF-8; save the file as UTF-8\n")
    }

    /// A recording says what somebody has watched.
    @Test func aRecordingIsForItsUserAlone() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("session.jsonl").path
        #expect(try await ToolRun(["play", "--channel", "Front page", "--record", file]).code == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func channelsComeThroughAPipe() async throws {
        let pipe = ToolRun.temporary("pipe").path
        defer { unlink(pipe) }
        try #require(mkfifo(pipe, 0o600) == 0)
        Thread { FileHandle(forWritingAtPath: pipe)?.write(Data("{\"channels\": 5}".utf8)) }.start()
        let run = try await ToolRun(["play", "--channels", pipe])
        #expect(run.code == 2)
        #expect(run.error.contains("there is no \"appInfo\""), "\(run.error)")
    }

    @Test func aReportGoesThroughALinkAndReplacesNoneOfIt() async throws {
        let folder = try TemporaryFolder()
        let (file, link) = (folder.file("page.html"), folder.file("link.html"))
        try Data(repeating: 0x78, count: 1_000_000).write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try await ToolRun(["demo", "-o", link.path, "--force"]).code == 0)
        let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
        #expect(kind == .typeSymbolicLink)
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    }

    /// They say who watched what, and lie in folders that others may look into.
    @Test func reportsAreForTheirOwnerAlone() async throws {
        let folder = try TemporaryFolder()
        let session = try folder.write(SessionFile.text(of: try await Sessions.demo(.events)), to: "s.jsonl")
        for command in [["demo"], ["report", session.path]] {
            let page = folder.file("page.html")
            try folder.write("old", to: "page.html")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: page.path)
            #expect(try await ToolRun(command + ["-o", page.path, "--force"]).code == 0)
            let rights = try FileManager.default.attributesOfItem(atPath: page.path)[.posixPermissions] as? Int
            #expect(rights == 0o600, "\(command)")
        }
    }

    /// Another user may have put a link where a file of a name that is known would go.
    @Test func theDemoWritesWhereNobodyExpectsIt() async throws {
        var paths: [String] = []
        for _ in 0..<2 {
            let run = try await ToolRun(["demo", "--json"])
            let path = try #require(run.output.split(separator: "\n").last.map(String.init))
            paths.append(try JSONObject(jsonText: path)["report"]?.stringValue ?? "")
        }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        #expect(Set(paths).count == 2)
        #expect(!paths.contains { $0.hasSuffix("/launchhub-demo.html") })
    }
}
