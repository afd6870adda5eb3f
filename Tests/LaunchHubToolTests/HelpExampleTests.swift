// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubCommandLine
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The examples that each command's help ends with.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct HelpExampleTests {
        /// A folder with the files that examples name.
        private static func folder() throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            let session = folder.file("session.jsonl")
            #expect(try Executable.run(["play", "--channel", "Front page", "--record", session.path]).code == 0)
            for copy in ["before.jsonl", "after.jsonl"] {
                try FileManager.default.copyItem(at: session, to: folder.file(copy))
            }
            let content =
                #"{"type": "content", "assetid": "v1", "program": "P", "title": "T S01E01", "length": "40", "#
                + #""airdate": "20260302", "isfullepisode": "y", "adloadtype": "2"}"#
            let calls =
                [#"{"t": 0, "call": "play"}"#, #"{"t": 0, "call": "loadMetadata", "args": [\#(content)]}"#]
                + (0...40).map { #"{"t": \#($0), "call": "playheadPosition", "args": [\#($0)]}"# }
                + [#"{"t": 40, "call": "end"}"#]
            let files = [
                "metadata.jsonl": #"{"id": "one", "input": \#(content)}"#,
                "calls.jsonl": calls.joined(separator: "\n") + "\n",
                "events.jsonl": #"{"type": "screen", "name": "Home"}"#,
                "rules.json": #"{"version": 1, "rules": []}"#,
            ]
            for (name, text) in files { try Data(text.utf8).write(to: folder.file(name)) }
            let app = try QueuedApp()
            // The folder goes with the value.
            try withExtendedLifetime(app) {
                try FileManager.default.copyItem(at: app.folder.url, to: folder.file("app"))
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file("app").path)
            return folder
        }

        @Test func everyExampleWorks() throws {
            let bin = try #require(Executable.url).deletingLastPathComponent().path
            for command in Tool.commands where command.subcommands.isEmpty {
                let folder = try Self.folder()
                for example in command.outline.examples {
                    let script = "cd '\(folder.url.path)' && PATH='\(bin)':$PATH && \(example)"
                    let run = try Executable.run(["-c", script], program: URL(fileURLWithPath: "/bin/bash"))
                    #expect(run.code == 0, "\(example): \(run.error)\(run.output.suffix(400))")
                }
            }
        }

        /// The help of commands that have commands of their own lists these.
        @Test func everyCommandHasOneToThreeThatFitAScreen() {
            for command in Tool.commands where command.subcommands.isEmpty {
                let examples = command.outline.examples
                #expect((1...3).contains(examples.count), "\(command.words)")
                #expect(examples.allSatisfy { $0.contains("launchhub \(command.words)") && $0.count <= 78 })
                #expect(examples.allSatisfy { command.outline.help(width: 80).contains("\n  \($0)") })
            }
        }
    }
#endif
