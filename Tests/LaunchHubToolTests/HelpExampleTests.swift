// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubCommandLine
    import HubServices
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

        /// A property whose library "next" was built for development, and whose production had another one before.
        private static func addProperty(to folder: TemporaryFolder) throws {
            let form =
                #"{"schema": "launch-hub.extension-form", "version": 1, "name": "greeter", "#
                + #""settings": [{"key": "greeter.mood", "type": "text"}]}"#
            let rule =
                #"{"version": 1, "rules": [{"condition": {"type": "matcher", "definition": {"key": "action", "#
                + #""matcher": "eq", "values": ["x"]}}, "consequences": [{"id": "a", "type": "add", "#
                + #""detail": {"eventdata": {"k": 1}}}]}]}"#
            for (name, text) in ["greeter.json": form, "rules.json": rule] { try folder.write(text, to: name) }
            let steps = [
                "init player", "extension set core global.privacy=optedin", "library new first",
                "library add first --all", "build first", "publish first", "publish first",
                "extension set core global.ssl=true", "library new second", "library add second --all", "build second",
                "publish second", "publish second", "extension set core global.timezone=UTC", "library new next",
                "library add next --all", "build next", "sdk new P0A1B2C3D-0000-4000-8000-000000000002",
            ]
            for step in steps {
                let words = ["config"] + step.split(separator: " ").map(String.init)
                let run = try Executable.run(words + ["--folder", folder.file("RemoteConfig").path])
                try #require(run.code == 0, "\(step): \(run.error)")
            }
            try FileManager.default.copyItem(
                at: folder.file("RemoteConfig/sdk/P0A1B2C3D-0000-4000-8000-000000000002.json"),
                to: folder.file("sdk.json")
            )
        }

        @Test func everyExampleWorks() throws {
            let bin = try #require(Executable.url).deletingLastPathComponent().path
            for command in Tool.all {
                let folder = try Self.folder()
                if ConfigCommand.subcommands.contains(where: { $0.words == command.words }) {
                    try Self.addProperty(to: folder)
                }
                for example in command.outline.examples {
                    let script = "cd '\(folder.url.path)' && PATH='\(bin)':$PATH && \(example)"
                    let run = try Executable.run(["-c", script], program: URL(fileURLWithPath: "/bin/bash"))
                    #expect(run.code == 0, "\(example): \(run.error)\(run.output.suffix(400))")
                }
            }
        }

        /// The commands whose lines have a form of their own: session files, and those of two contracts.
        private static let ownForms: Set = ["demo", "play", "segment", "validate"]

        @Test func everyLineOfJSONThatAnExampleWritesHasItsKindAndItsSchema() throws {
            let bin = try #require(Executable.url).deletingLastPathComponent().path
            for command in Tool.all where !Self.ownForms.contains(command.words) {
                let folder = try Self.folder()
                if ConfigCommand.subcommands.contains(where: { $0.words == command.words }) {
                    try Self.addProperty(to: folder)
                }
                for example in command.outline.examples where !example.contains(where: { "<>|&".contains($0) }) {
                    let json = example.replacing("launchhub ", with: "launchhub --json ", maxReplacements: 1)
                    let script = "cd '\(folder.url.path)' && PATH='\(bin)':$PATH && \(json)"
                    let run = try Executable.run(["-c", script], program: URL(fileURLWithPath: "/bin/bash"))
                    #expect(run.code < 2, "\(json): \(run.error)")
                    for text in (run.output + run.error).split(separator: "\n") {
                        let line = try? JSONObject(jsonText: String(text))
                        let isWhole = line?["kind"]?.stringValue != nil && line?["schema"]?.stringValue != nil
                        #expect(isWhole, "\(json): \(text.prefix(200))")
                    }
                }
            }
        }

        /// The help of commands that have commands of their own lists these.
        @Test func everyCommandHasOneToThreeThatFitAScreen() {
            for command in Tool.all where command.subcommands.isEmpty {
                let examples = command.outline.examples
                #expect((1...3).contains(examples.count), "\(command.words)")
                #expect(examples.allSatisfy { $0.contains("launchhub \(command.words)") && $0.count <= 78 })
                #expect(examples.allSatisfy { command.outline.help(width: 80).contains("\n  \($0)") })
            }
        }
    }
#endif
