// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

/// The published schema of session files.
struct SessionSchemaTests {
    static func schema() throws -> JSONSchemaCheck {
        JSONSchemaCheck(try JSONValue(jsonText: PackageFolder.text(schemaPath)))
    }

    private static let schemaPath = "Sources/LaunchHubSession/Resources/session-2.schema.json"
    private static let article = "Sources/LaunchHubSession/LaunchHubSession.docc/SessionFiles.md"

    /// The lines of the article's examples.
    private static func examples() throws -> [String] {
        try PackageFolder.text(article).components(separatedBy: "```")
            .filter { $0.hasPrefix("json\n") }.flatMap { $0.dropFirst(5).split(separator: "\n").map(String.init) }
    }

    @Test func theExamplesOfTheArticleAreValidAndCanBeRead() throws {
        let schema = try Self.schema()
        let lines = try Self.examples()
        #expect(lines.count > 12)
        for line in lines { #expect(schema.faults(try JSONValue(jsonText: line)).isEmpty, "\(line)") }
        var reader: SessionReader?
        for line in lines {
            if line.hasPrefix("{\"schema\"") {
                _ = try reader?.finish()
                reader = SessionReader(file: "article")
            }
            try reader?.read(line)
        }
        _ = try reader?.finish()
    }

    @Test(arguments: [SessionFlow.events, .api])
    func aSessionThatThePlayerWritesIsValid(flow: SessionFlow) async throws {
        let file = try ChannelFile.demo()
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        let session = try await SessionRunner.run(plan, header: header, flow: flow)
        let schema = try Self.schema()
        let lines = try SessionFile.text(of: session).split(separator: "\n")
            .map { try JSONValue(jsonText: String($0)) }
        #expect(lines.count > 100)
        // The last of each kind have the most to say; all of them would take seconds.
        for line in Dictionary(grouping: lines, by: { $0["kind"] }).values.flatMap({ $0.suffix(5) }) {
            let faults = schema.faults(line)
            #expect(faults.isEmpty, "\(faults): \(line.jsonText.prefix(200))")
        }
    }

    @Test(arguments: [
        #"{"schema":"launch-hub-session","version":3}"#, #"{"kind":"action","t":0}"#, #"{"kind":"party","t":0}"#,
        #"{"kind":"action","t":-1,"name":"x"}"#, #"{"kind":"dropped","t":0,"lines":0,"reason":"rate"}"#,
        #"{"kind":"dropped","t":0,"lines":1,"reason":"weather"}"#, #"{"kind":"event","t":0,"number":1}"#,
        #"{"kind":"record","record":[]}"#, "[]",
    ])
    func aLineThatIsNotOneIsRefused(line: String) throws {
        #expect(try !Self.schema().faults(try JSONValue(jsonText: line)).isEmpty)
    }

    @Test func theArticleListsTheKindsOfTheSchema() throws {
        let schema = try JSONValue(jsonText: PackageFolder.text(Self.schemaPath))
        let kinds = (schema["$defs"]?.objectValue?.entries ?? [])
            .compactMap { $0.value["properties"]?["kind"]?["const"]?.stringValue }
        let rows = try PackageFolder.text(Self.article).split(separator: "\n")
        #expect(kinds.count > 20)
        for kind in kinds { #expect(rows.contains { $0.hasPrefix("| `\(kind)` |") }, "\(kind)") }
    }
}
