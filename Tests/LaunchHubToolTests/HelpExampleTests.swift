// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import TestSupport
import Testing

/// The examples that each command's help ends with.
struct HelpExampleTests {
    /// A folder with the files that the examples of a command name.
    private static func folder(for command: String, _ property: TemporaryFolder) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let session = folder.file("session.jsonl")
        #expect(try await ToolRun(["play", "--channel", "Front page", "--record", session.path]).code == 0)
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
            "app.json": #"{"app_id": "P00000000-0000-4000-8000-000000000001"}"#,
            "capture.har": #"{"log": {"entries": [{"startedDateTime": "2026-03-02T20:00:00.000Z", "request": "#
                + #"{"url": "https://secure-dcr.collector.example/cgi-bin/gn?prd=session&c13=asid,"#
                + #"P00000000-0000-4000-8000-000000000001&sessionId=s1"}}]}}"#,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.file(name)) }
        let app = try QueuedApp()
        app.setPrivacy("optedin")
        // The folder goes with the value.
        try withExtendedLifetime(app) {
            try FileManager.default.copyItem(at: app.folder.url, to: folder.file("app"))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file("app").path)
        if command.hasPrefix("config ") {
            for file in try property.contents {
                try? FileManager.default.removeItem(at: folder.file(file.lastPathComponent))
                try FileManager.default.copyItem(at: file, to: folder.file(file.lastPathComponent))
            }
        }
        return folder
    }

    /// A property whose library "next" was built for development, and whose production had another one before.
    private static func property() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
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
            let run = try await ToolRun(words + ["--folder", folder.file("RemoteConfig").path])
            try #require(run.code == 0, "\(step): \(run.error)")
        }
        try FileManager.default.copyItem(
            at: folder.file("RemoteConfig/sdk/P0A1B2C3D-0000-4000-8000-000000000002.json"),
            to: folder.file("sdk.json")
        )
        return folder
    }

    /// The commands whose lines have a form of their own: session files, and those of two contracts.
    private static let ownForms: Set = ["demo", "play", "segment", "validate"]

    @Test func everyExampleWorksAndItsLinesOfJSONHaveAKindAndASchema() async throws {
        let property = try await Self.property()
        for command in ToolRun.commands {
            let folder = try await Self.folder(for: command.name, property)
            for example in command.outline.examples {
                let isAlone = !example.contains { "<>|&".contains($0) }
                let hasJSON = isAlone && !Self.ownForms.contains(command.name)
                let options = hasJSON && !example.contains("--json") ? ["--json"] : []
                let run = try await ShellLine(example).run(in: folder.url, adding: options)
                #expect(run.code == 0, "\(example): \(run.error)\(run.output.suffix(400))")
                guard hasJSON else { continue }
                for text in (run.output + run.error).split(separator: "\n") {
                    let line = try? JSONObject(jsonText: String(text))
                    let isWhole = line?["kind"]?.stringValue != nil && line?["schema"]?.stringValue != nil
                    #expect(isWhole, "\(example): \(text.prefix(200))")
                }
            }
        }
    }

    @Test func everyCommandHasOneToThreeThatFitAScreen() {
        for command in ToolRun.commands where !command.isGroup {
            let examples = command.outline.examples
            #expect((1...3).contains(examples.count), "\(command.name)")
            #expect(examples.allSatisfy { $0.contains("launchhub \(command.name)") && $0.count <= 78 })
            #expect(examples.allSatisfy { command.outline.help(width: 80).contains("\n  \($0)") })
        }
    }

    @Test(arguments: [80, 98])
    func helpHasALineForEachOptionAndIsNoWiderThanAScreen(_ width: Int) async throws {
        let whole = try await ToolRun(["--help"], columns: width).output
        #expect(whole.split(separator: "\n").allSatisfy { $0.count <= width })
        for command in ToolRun.commands {
            let help = try await ToolRun(["help"] + command.name.split(separator: " ").map(String.init), columns: width)
            #expect(command.outline.options.allSatisfy { help.output.contains($0.name) }, "\(command.name)")
            #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= width })
            let common = command.outline.options.map(\.name).suffix(5)
            #expect(common == ["--json", "--color", "--quiet", "--verbose", "--help"])
        }
    }
}
