// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules
import NielsenAppApi
import TestSupport
import Testing

struct KeptTests {
    /// A folder in which an app has kept something of everything.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        var options = ConfigurationOptions()
        options.keep(in: folder.url)
        let hub = EventHub(options: HubOptions(configuration: options), log: .disabled)
        hub.configuration.privacyStatus = .optedOut
        hub.configuration.update(["colour": "red"])
        let environment = NielsenEnvironment.app(storage: .folder(folder.url), log: .disabled, privacy: .unknown)
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        api.userOptOut("nielsenappsdk://1")
        environment.delivery?.close()
        return folder
    }

    private func lines(_ folder: TemporaryFolder) async throws -> [JSONValue] {
        let run = try await ToolRun(["kept", "show", folder.url.path, "--json"])
        return try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
    }

    private func value(_ name: String, in lines: [JSONValue]) -> String? {
        lines.first { $0["name"]?.stringValue == name }?["value"]?.stringValue
    }

    @Test func theChoicesComeFirst() async throws {
        let lines = try await lines(Self.folder())
        #expect(lines.prefix(2).map { $0["group"] } == ["consent", "consent"])
        #expect(lines.prefix(2).map { $0["value"] } == ["optedout", "opted out"])
        // Nothing that tells one user from another is kept after an opt-out.
        #expect(value("nielsen.nielsenId", in: lines) == "none")
        #expect(value("nielsen.firstPartyId", in: lines) == "none")
        #expect(value("colour", in: lines) == "\"red\"")
        #expect(value("waiting", in: lines) == "2")
    }

    @Test func aResetForgetsEverythingButTheChoices() async throws {
        let folder = try Self.folder()
        #expect(try await ToolRun(["kept", "reset", folder.url.path]).code == 0)
        let left = try await lines(folder)
        #expect(left.prefix(2).map { $0["value"] } == ["optedout", "opted out"])
        #expect(value("nielsen.nielsenId", in: left) == "none")
        #expect(value("colour", in: left) == nil)
        #expect(value("waiting", in: left) == nil)
        #expect(try await ToolRun(["kept", "reset", folder.url.path, "--only", "consent"]).code == 0)
        #expect(try await lines(folder).prefix(2).map { $0["value"] } == ["not chosen", "not chosen"])
    }

    @Test func visitorsAndSessionsAreShownAndForgotten() async throws {
        let folder = try Self.folder()
        #expect(value("launches", in: try await lines(folder)) == nil)
        try folder.write(
            #"{"identity": {"mid": "12345", "visitoridslist": [{"id": "4711"}]}}"#,
            to: "identity.json"
        )
        try folder.write(#"{"lifecycle": {"launches": 7}}"#, to: "lifecycle.json")
        let shown = try await lines(folder)
        #expect(value("experience cloud id", in: shown) == "12345")
        #expect(value("synchronised identifiers", in: shown) == "1")
        #expect(value("launches", in: shown) == "7")
        #expect(try await ToolRun(["kept", "reset", folder.url.path, "--only", "lifecycle"]).code == 0)
        let left = try await lines(folder)
        #expect(value("launches", in: left) == nil)
        #expect(value("experience cloud id", in: left) == "12345")
        #expect(try await ToolRun(["kept", "reset", folder.url.path]).code == 0)
        #expect(value("experience cloud id", in: try await lines(folder)) == nil)
    }

    /// One list, in the code: what it names is shown, forgotten and described.
    @Test func everythingThatIsKeptIsShownForgottenAndDescribed() async throws {
        let folder = try Self.folder()
        for name in KeptName.allCases {
            let file = name.isFolder ? "\(name.rawValue)/kept" : name.rawValue
            if name.isFolder {
                try FileManager.default.createDirectory(at: name.url(in: folder.url), withIntermediateDirectories: true)
            }
            if !FileManager.default.fileExists(atPath: folder.file(file).path) { try folder.write("{}", to: file) }
        }
        let history = HubEventHistory(file: folder.file("mine.db"), privacy: .optedIn)
        try await history.recordHistoricalEvent(["show": "1"])
        try folder.write("", to: "pings.v2.sqlite")
        try folder.write("", to: "photo.png")
        let shown = Set(try await lines(folder).compactMap { $0["file"]?.stringValue })
        for name in KeptName.allCases {
            #expect(shown.contains { $0 == name.rawValue || $0.hasPrefix(name.rawValue + "/") }, "\(name.rawValue)")
        }
        #expect(shown.isSuperset(of: ["mine.db", "pings.v2.sqlite", "photo.png"]))
        #expect(try await ToolRun(["kept", "reset", folder.url.path, "--consent"]).code == 0)
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
        #expect(
            left.isSubset(of: [
                "hub.json", "hub.copy.json", "nielsen.json", "nielsen.copy.json", "owners.lock", "photo.png",
            ]),
            "\(left)"
        )
        #expect(left.contains("photo.png"))
        let article = try String(
            contentsOf: PackageFolder.root.appending(path: "Sources/NielsenAppApi/NielsenAppApi.docc/WhatIsKept.md"),
            encoding: .utf8
        )
        for name in KeptName.allCases { #expect(article.contains("| `\(name.rawValue)"), "\(name.rawValue)") }
    }

    @Test func requestsOfRulesThatWaitAreShownByTheDoctor() async throws {
        let folder = try Self.folder()
        try FileManager.default.copyItem(at: folder.file("pings.sqlite"), to: folder.file("signals.sqlite"))
        let run = try await ToolRun(["doctor", folder.url.path, "--port", "0"])
        #expect(run.output.contains("signals"), "\(run.output)")
    }

    @Test func whatIsDamagedIsAFindingAndIsNotChanged() async throws {
        let folder = try Self.folder()
        for name in ["nielsen.json", "nielsen.copy.json"] { try Data().write(to: folder.file(name)) }
        let run = try await ToolRun(["kept", "show", folder.url.path])
        #expect(run.code == 1)
        #expect(run.output.contains("nielsen.optOut: unknown: "))
        #expect(try Data(contentsOf: folder.file("nielsen.json")).isEmpty)
        // What is unknown stays so until somebody chooses, or has it forgotten by name.
        #expect(try await ToolRun(["kept", "reset", folder.url.path]).code == 0)
        #expect(try await ToolRun(["kept", "show", folder.url.path]).code == 1)
        #expect(try await ToolRun(["kept", "reset", folder.url.path, "--consent"]).code == 0)
        #expect(try await lines(folder).prefix(2).map { $0["value"] } == ["not chosen", "not chosen"])
    }

    /// The superuser may look into every folder and remove every file.
    @Test(
        .enabled(if: geteuid() != 0, "nothing can be refused to root"),
        arguments: [(0o000, "look into"), (0o500, "remove")]
    )
    func whatCannotBeForgottenIsNotCalledForgotten(_ rights: Int, _ tried: String) async throws {
        let folder = try Self.folder()
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: rights], ofItemAtPath: folder.url.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        let run = try await ToolRun(["kept", "reset", folder.url.path])
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.error.hasPrefix("launchhub: cannot \(tried) \(folder.url.path)"))
        #expect(run.error.hasSuffix(": permission denied\n"))
    }
}
