// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// `launchhub config` as the shell sees it.
struct ConfigTests {
    private static let appid = "appid=P0A1B2C3D-0000-4000-8000-000000000001"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @discardableResult
    private func config(_ words: [String]) async throws -> ToolRun {
        try await ToolRun(["config"] + words + ["--folder", folder.url.path])
    }

    /// Makes a property with settings and a library.
    private func make() async throws {
        for words in [
            ["init", "player", "--key", "EN-player"],
            ["extension", "set", "nielsen", "--platform", "ios", Self.appid, "appname=Player", "sfcode=dcr"],
            ["extension", "set", "core", "global.privacy=optedin", "lifecycle.sessionTimeout=300"],
            ["extension", "set", "core", "--environment", "dev", "lifecycle.sessionTimeout=10"],
            ["library", "new", "first"], ["library", "add", "first", "--all"],
        ] {
            let run = try await config(words)
            #expect(run.code == 0, "\(words): \(run.error)")
        }
    }

    private static let bad: [(words: [String], says: String)] = [
        ([], "config needs a COMMAND"),
        (["biuld"], "Unknown command \"config biuld\". Did you mean \"config build\"?"),
        (["init", "player"], "there is a property \"player\""),
        (["init", "a/b"], "\"a/b\" is not a name of a property"),
        (["init", "sdk"], "\"sdk\" is the folder of the SDK's configurations"),
        (
            ["extension", "sett", "nielsen"],
            "ACTION is \"sett\"; use one of set, list, remove, form. Did you mean \"set\"?"
        ),
        (["extension", "set", "nielsen", "--platform", "ios"], "set needs a setting"),
        (["extension", "set", "nielsen", "--platform", "ios", "sfcode"], "\"sfcode\" is not a setting"),
        (["extension", "set", "nielsen", "--platform", "ios", "sfcod=dcr"], "Did you mean \"sfcode\"?"),
        (
            ["extension", "set", "nielsen", "--platform", "tvos", "sfcode=dcr"],
            "--platform is \"tvos\"; use ios or"
        ),
        (["extension", "set", "nielsen", "sfcode=dcr"], "name one with --platform"),
        (["extension", "set", "nielsen", "--platform", "ios", "apiKey=1"], "apiKey looks like a secret"),
        (["extension", "set", "core", "--environment", "prd", "global.ssl=true"], "--environment is \"prd\""),
        (["extension", "list", "nielsen", "a=b"], "list takes no setting"),
        (["extension", "remove", "nielsn"], "Did you mean \"nielsen\"?"),
        (["library", "new", "first"], "there is a library \"first\" already"),
        (["library", "new", "next", "--environment", "prodution"], "Did you mean \"production\"?"),
        (["library", "add", "first"], "add needs the names of extensions and rules, or --all"),
        (["library", "add", "first", "nielsen", "--all"], "or --all"),
        (["library", "add", "frist", "--all"], "Did you mean \"first\"?"),
        (["build", "second"], "there is no library \"second\"; there are first."),
        (["publish", "first"], "was not built for development"),
        (["rollback", "production"], "production has no build yet"),
        (["rollback", "production", "--to", "0"], "--to is \"0\""),
        (["show", "draft:"], "WHAT is \"draft:\""),
        (["environment", "add", "staging"], "there is an environment \"staging\" already"),
        (["instructions", "prodution"], "there is no environment \"prodution\""),
        (["instructions", "--base", "ftp://a/"], "--base is \"ftp://a/\""),
        (["rules", "add", "/nonexistent.json"], "cannot read /nonexistent.json"),
        (["rules", "test"], "the property has no rules"),
        (["rules", "remove", "x"], "there is no extension or rule \"x\""),
        (["sdk", "new", "../x"], "is not an app id"),
        (["sdk", "new", "P1", "--collector", "ftp://x"], "--collector is \"ftp://x\""),
        (["sdk", "new", "P1", "--collector", "http://c.example"], "templates"),
        (["sdk", "check", "/nonexistent.json"], "cannot read /nonexistent.json"),
        (["sdk", "check", "/dev/null"], "the configuration: "),
        (["sdk", "explain", "thresholds.creditValu"], "Did you mean \"thresholds.creditValue\"?"),
        (["sdk", "explain", "--write"], "only migrate takes --write"),
        (["list", "--property", "x"], "Unknown command \"config list\""),
        (["build", "first", "--property", "playr"], "Did you mean \"player\"?"),
    ]

    @Test func whatIsWrongIsNamedAndChangesNothing() async throws {
        try await make()
        let file = folder.file("player/.property/property.json")
        let before = try Data(contentsOf: file)
        for (words, says) in Self.bad {
            let run = words.isEmpty ? try await ToolRun(["config"]) : try await config(words)
            #expect(run.code == 2, "\(words)")
            #expect(run.output.isEmpty, "\(words): \(run.output)")
            #expect(run.error.contains(says), "\(words): \(run.error)")
            #expect(run.error.split(separator: "\n").count == 1, "\(words): \(run.error)")
        }
        #expect(try Data(contentsOf: file) == before)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 3)
    }

    @Test func rulesAreAddedTriedAndPublished() async throws {
        try await make()
        let rules = try folder.write(Self.rules, to: "video.json")
        #expect(try await config(["rules", "add", rules.path]).output == "Rules added: video.\n")
        #expect(try await config(["rules", "list"]).output == "video (changed)\n")
        #expect(try await config(["rules", "test"]).code == 0)
        let published = try await config(["rules", "publish", "first"])
        #expect(published.code == 0, "\(published.error)")
        let file = folder.file("player/launch-EN-player-development.json")
        let configuration = try JSONObject(jsonData: try Data(contentsOf: file))
        #expect(configuration["rules"]?["rules"]?.arrayValue?.count == 1)
        #expect(try await config(["rules", "list"]).output == "video (revision 1)\n")
        let bad = try folder.write(Self.rules.replacingOccurrences(of: "\"eq\"", with: "\"eqq\""), to: "bad.json")
        let refused = try await config(["rules", "add", bad.path])
        #expect(refused.code == 2 && refused.error.contains("a hub refuses a rule: refused: line 2"))
    }

    @Test func aFileThatWasChangedByHandIsReportedAndRestored() async throws {
        try await make()
        try await config(["build", "first"])
        try folder.write("{\"half\":", to: "player/launch-EN-player-development.json")
        let list = try await config(["environment"])
        #expect(list.code == 1 && list.output.contains("was changed by hand or cut off"))
        // None of these may say that the build is published.
        for command in [["build", "first"], ["rules", "publish", "first"], ["rollback", "dev", "--to", "1"]] {
            let refused = try await config(command)
            #expect(refused.code == 2 && refused.output.isEmpty)
            #expect(refused.error.contains("add --replace to write over it"), "\(refused.error)")
        }
        #expect(try await config(["build", "first", "--replace"]).code == 0)
        #expect(try await config(["environment"]).code == 0)
    }

    private static let rules = """
        {"version": 1, "rules": [
          {"condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["x"]}},
           "consequences": [{"id": "a", "type": "add", "detail": {"eventdata": {"k": 1}}}]}
        ]}
        """

    // MARK: - The SDK's configuration

    private var sdkFile: String { folder.file("sdk/P0A1B2C3D-0000-4000-8000-000000000001.json").path }

    private func sdk(_ words: String...) async throws -> ToolRun {
        try await ToolRun(["config", "sdk"] + words)
    }

    @Test func theSDKsConfigurationIsMadeCheckedAndExplained() async throws {
        let id = "P0A1B2C3D-0000-4000-8000-000000000001"
        let made = try await sdk("new", id, "--collector", "https://collector.example", "--folder", folder.url.path)
        #expect(made.code == 0 && made.output.hasPrefix("Made "), "\(made)")
        let checked = try await sdk("check", sdkFile)
        #expect(checked.code == 0)
        #expect(checked.output.contains("\ndtvr\n  https://collector.example/cgi-bin/"))
        let lines = checked.output.split(separator: "\n")
        #expect(
            lines.last?.hasPrefix("\(sdkFile): valid; ") == true && lines.last?.hasSuffix(" templates.") == true
        )
        let examples = try await sdk("check", sdkFile, "--json").output.split(separator: "\n").map {
            try JSONObject(jsonText: String($0))
        }
        #expect(examples.count * 2 + 1 == lines.count - examples.count { $0["body"] != nil })
        #expect(examples.allSatisfy { $0["kind"] == "example" && $0["url"] != nil })
        let member = try await sdk("explain", "thresholds.pauseTimeout")
        #expect(member.output.hasPrefix("thresholds.pauseTimeout\n  "))
        #expect(member.output.contains("\n  Use a whole number from 1 to 86400.\n  Built in: 1800\n"))
        #expect(try await sdk("explain", "delivery").output.contains("\n  Members: "))
        let all = try await sdk("explain").output
        #expect(all.contains("\n  delivery.retryBase: ") && !all.contains("Built in"))
        let told = try await JSONObject(jsonText: sdk("explain", "thresholds.pauseTimeout", "--json").output)
        #expect(told["kind"] == "member" && told["builtIn"] == 1_800)
    }

    @Test func whatTheSDKsConfigurationLacksIsListedAndAdded() async throws {
        let file = folder.file("old.json")
        let whole = try await ToolRun(["config", "sdk", "new", "PX", "--folder", folder.url.path])
        #expect(whole.code == 0, "\(whole.error)")
        let text = try String(contentsOf: folder.file("sdk/PX.json"), encoding: .utf8)
        try Data(text.replacingOccurrences(of: "\"uoo=[nol_uoo]\"", with: "\"x=1\"").utf8).write(to: file)
        let missing = try await sdk("migrate", file.path)
        #expect(missing.code == 1)
        #expect(missing.output.contains("uoo=[nol_uoo]"))
        #expect(missing.output.contains("\(file.path) lacks "))
        #expect(try await sdk("migrate", file.path, "--json").output.contains("\"kind\":\"missing\""))
        #expect(try await sdk("migrate", "-", "--write").code == 2)
        let written = try await sdk("migrate", file.path, "--write")
        #expect(written.code == 0 && written.output.contains(" parts to \(file.path)."))
        let again = try await sdk("migrate", file.path)
        #expect(again.code == 0 && again.output == "\(file.path) lacks 0 of the built-in parts.\n")
        // What every reader remarks on is an answer of its own.
        try Data(text.replacingOccurrences(of: "\"schema\"", with: "\"colour\": 1, \"schema\"").utf8).write(
            to: file
        )
        let remarked = try await sdk("check", file.path)
        #expect(remarked.code == 1)
        #expect(remarked.output.contains("apps accept this file; see the remarks; "))
        #expect(try await sdk("check", file.path, "--json").output.hasPrefix("{\"kind\":\"finding\""))
    }
}
