// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// `launchhub config` as the shell sees it.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ConfigTests {
        private static let appid = "appid=P0A1B2C3D-0000-4000-8000-000000000001"
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @discardableResult
        private func config(_ words: [String]) throws -> (code: Int32, output: String, error: String) {
            try Executable.run(["config"] + words + ["--folder", folder.url.path])
        }

        /// Makes a property with settings and a library.
        private func make() throws {
            for words in [
                ["init", "player", "--key", "EN-player"],
                ["extension", "set", "nielsen", "--platform", "ios", Self.appid, "appname=Player", "sfcode=dcr"],
                ["extension", "set", "core", "global.privacy=optedin", "lifecycle.sessionTimeout=300"],
                ["extension", "set", "core", "--environment", "dev", "lifecycle.sessionTimeout=10"],
                ["library", "new", "first"], ["library", "add", "first", "--all"],
            ] {
                let run = try config(words)
                #expect(run.code == 0, "\(words): \(run.error)")
            }
        }

        private static let bad: [(words: [String], says: String)] = [
            ([], "config needs a COMMAND"),
            (["biuld"], "launchhub config has no command \"biuld\". Did you mean \"build\"?"),
            (["init"], "needs a NAME"),
            (["init", "player"], "there is a property \"player\""),
            (["init", "a/b"], "\"a/b\" is not a name of a property"),
            (["init", "sdk"], "\"sdk\" is the folder of the SDK's configurations"),
            (
                ["extension", "sett", "nielsen"],
                "ACTION is \"sett\"; use one of set, list, remove, form. Did you mean \"set\"?"
            ),
            (["extension", "set"], "set needs the NAME of an extension"),
            (["extension", "set", "nielsen", "--platform", "ios"], "set needs a setting"),
            (["extension", "set", "nielsen", "--platform", "ios", "sfcode"], "\"sfcode\" is not a setting"),
            (["extension", "set", "nielsen", "--platform", "ios", "=dcr"], "has no setting \"\""),
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
            (["library", "new"], "new needs the NAME of the library"),
            (["library", "new", "first"], "there is a library \"first\" already"),
            (["library", "new", "next", "--environment", "prodution"], "Did you mean \"production\"?"),
            (["library", "add", "first"], "add needs the names of extensions and rules, or --all"),
            (["library", "add", "first", "nielsen", "--all"], "or --all"),
            (["library", "add", "frist", "--all"], "Did you mean \"first\"?"),
            (["library", "list", "x"], "list takes no name"),
            (["build"], "needs a LIBRARY"),
            (["build", "second"], "there is no library \"second\"; there are first."),
            (["publish", "first"], "was not built for development"),
            (["rollback", "production"], "production has no build yet"),
            (["rollback", "production", "--to", "0"], "--to is \"0\""),
            (["show", "production"], "production has no build yet"),
            (["show", "draft:"], "WHAT is \"draft:\""),
            (["diff", "development"], "development has no build yet"),
            (["environment", "add"], "add needs the NAME"),
            (["environment", "add", "staging"], "there is an environment \"staging\" already"),
            (["instructions", "prodution"], "there is no environment \"prodution\""),
            (["instructions", "--base", "ftp://a/"], "--base is \"ftp://a/\""),
            (["rules", "add"], "add needs a file"),
            (["rules", "add", "/nonexistent.json"], "cannot read /nonexistent.json"),
            (["rules", "test"], "the property has no rules"),
            (["rules", "publish"], "publish needs the name of a library"),
            (["rules", "remove", "x"], "there is no extension or rule \"x\""),
            (["sdk", "new"], "new needs the app id"),
            (["sdk", "new", "../x"], "is not an app id"),
            (["sdk", "new", "P1", "--collector", "ftp://x"], "--collector is \"ftp://x\""),
            (["sdk", "new", "P1", "--collector", "http://c.example"], "templates"),
            (["sdk", "check"], "check needs a file"),
            (["sdk", "check", "/nonexistent.json"], "cannot read /nonexistent.json"),
            (["sdk", "check", #filePath], "the configuration: "),
            (["sdk", "explain", "thresholds.creditValu"], "Did you mean \"thresholds.creditValue\"?"),
            (["sdk", "schema", "x"], "schema takes no argument"),
            (["sdk", "explain", "--write"], "only migrate takes --write"),
            (["list", "--property", "x"], "launchhub config has no command \"list\""),
            (["build", "first", "--property", "playr"], "Did you mean \"player\"?"),
        ]

        @Test func whatIsWrongIsNamedAndChangesNothing() throws {
            try make()
            let file = folder.file("player/.property/property.json")
            let before = try Data(contentsOf: file)
            for (words, says) in Self.bad {
                let run = words.isEmpty ? try Executable.run(["config"]) : try config(words)
                #expect(run.code == 2, "\(words)")
                #expect(run.output.isEmpty, "\(words): \(run.output)")
                #expect(run.error.contains(says), "\(words): \(run.error)")
                #expect(run.error.split(separator: "\n").count == 1, "\(words): \(run.error)")
            }
            #expect(try Data(contentsOf: file) == before)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 3)
        }

        @Test func everyCommandHasItsHelp() throws {
            for words in [["config", "--help"], ["help", "config", "build"], ["config", "build", "--help"]] {
                let run = try Executable.run(words)
                #expect(run.code == 0)
                #expect(run.output.hasPrefix("Usage: launchhub config"))
            }
        }

        @Test func aPropertyIsBuiltPublishedComparedAndRolledBack() throws {
            try make()
            let built = try config(["build", "first"])
            #expect(built.code == 0)
            #expect(
                built.output == "Build 1 of development published: player/launch-EN-player-development.json\n"
            )
            #expect(built.error.contains("nielsen has no settings on android in development"))
            #expect(try config(["build", "first"]).output.contains("has not changed and stays published"))
            #expect(try config(["diff"]).code == 0)
            #expect(try config(["publish", "first"]).output.contains("Build 1 of staging published"))
            #expect(try config(["publish", "first"]).output.contains("Build 1 of production published"))
            #expect(try config(["diff", "staging", "production"]).code == 0)
            try config(["extension", "set", "nielsen", "--platform", "ios", "appname=Other"])
            let diff = try config(["diff", "production", "draft:production"])
            #expect(diff.code == 1)
            #expect(diff.output.contains("nielsen.ios/appname  \"Player\" → \"Other\""))
            try config(["library", "new", "second"])
            #expect(try config(["library", "add", "second", "--all"]).output.contains("added nielsen revision 2."))
            let second = try config(["build", "second", "--json"])
            #expect(try JSONObject(jsonText: second.output)["build"] == 2)
            let list = try config(["environment", "list", "--json"])
            let environments = try list.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(environments.map { $0["build"] } == [2, 1, 1])
            #expect(environments.map { $0["library"] } == ["second", "first", "first"])
            #expect(try config(["rollback", "development"]).output.contains("Build 1 of development, library first"))
            #expect(try config(["rollback", "development"]).error.contains("there is nothing before it"))
        }

        @Test func aViewNamesTheOriginOfEachValue() throws {
            try make()
            let shown = try config(["show", "--origin"]).output
            let origin = "10  (core revision 1, all@development, as __dev__lifecycle.sessionTimeout)"
            #expect(shown.contains("lifecycle.sessionTimeout  \(origin)"), "\(shown)")
            #expect(shown.contains("(the property)"))
            let lines = try config(["show", "draft:staging", "--json"]).output.split(separator: "\n")
            let rows = try lines.map { try JSONObject(jsonText: String($0)) }
            #expect(rows.first { $0["key"] == "lifecycle.sessionTimeout" }?["value"] == 300)
        }

        @Test func rulesAreAddedTriedAndPublished() throws {
            try make()
            let rules = try folder.write(Self.rules, to: "video.json")
            #expect(try config(["rules", "add", rules.path]).output == "Rules added: video.\n")
            #expect(try config(["rules", "list"]).output == "video (changed)\n")
            #expect(try config(["rules", "test"]).code == 0)
            let published = try config(["rules", "publish", "first"])
            #expect(published.code == 0, "\(published.error)")
            let file = folder.file("player/launch-EN-player-development.json")
            let configuration = try JSONObject(jsonData: try Data(contentsOf: file))
            #expect(configuration["rules"]?["rules"]?.arrayValue?.count == 1)
            #expect(try config(["rules", "list"]).output == "video (revision 1)\n")
            let bad = try folder.write(Self.rules.replacingOccurrences(of: "\"eq\"", with: "\"eqq\""), to: "bad.json")
            let refused = try config(["rules", "add", bad.path])
            #expect(refused.code == 2 && refused.error.contains("a hub refuses a rule: refused: line 2"))
        }

        @Test func aFileThatWasChangedByHandIsReportedAndRestored() throws {
            try make()
            try config(["build", "first"])
            try folder.write("{\"half\":", to: "player/launch-EN-player-development.json")
            let list = try config(["environment"])
            #expect(list.code == 1 && list.output.contains("was changed by hand or cut off"))
            // None of these may say that the build is published.
            for command in [["build", "first"], ["rules", "publish", "first"], ["rollback", "dev", "--to", "1"]] {
                let refused = try config(command)
                #expect(refused.code == 2 && refused.output.isEmpty)
                #expect(refused.error.contains("add --replace to write over it"), "\(refused.error)")
            }
            #expect(try config(["build", "first", "--replace"]).code == 0)
            #expect(try config(["environment"]).code == 0)
        }

        @Test func theInstructionsNameTheKey() throws {
            try make()
            let run = try config(["instructions", "staging", "--base", "https://c.example/"])
            #expect(run.code == 0)
            #expect(run.output.contains("ACPCore.configure(withAppId: \"player/launch-EN-player-staging\")"))
            #expect(run.output.contains("https://c.example/"))
            #expect(run.error.contains("staging has no build yet"))
        }

        private static let rules = """
            {"version": 1, "rules": [
              {"condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["x"]}},
               "consequences": [{"id": "a", "type": "add", "detail": {"eventdata": {"k": 1}}}]}
            ]}
            """

        // MARK: - Lists

        @Test func settingsAndLibrariesAreListed() throws {
            try make()
            let extensions = try config(["extension", "list"])
            #expect(extensions.code == 0)
            #expect(extensions.output.contains("nielsen (revision 1)\n"))
            #expect(extensions.output.contains("  ios  sfcode = \"dcr\"\n"))
            #expect(extensions.output.contains("  all@development  lifecycle.sessionTimeout = 10\n"))
            try config(["extension", "set", "nielsen", "--platform", "ios", "appname=Other"])
            #expect(try config(["extension", "list"]).output.contains("nielsen (changed)\n"))
            let settings = try config(["extension", "list", "--json"]).output.split(separator: "\n").map {
                try JSONObject(jsonText: String($0))
            }
            #expect(settings.allSatisfy { $0["kind"] == "setting" })
            let timeout = settings.filter { $0["key"] == "lifecycle.sessionTimeout" }
            #expect(timeout.map { $0["value"] } == [300, 10])
            #expect(Set(timeout.compactMap { $0["scope"]?.stringValue }).count == 2)
            #expect(try config(["library", "list"]).output.contains("first for development: nielsen"))
            let libraries = try config(["library", "list", "--json"]).output.split(separator: "\n")
            #expect(libraries.count == 1)
            let library = try JSONObject(jsonText: String(try #require(libraries.first)))
            #expect(library["library"] == "first" && library["environment"] == "development")
            try config(["library", "new", "next"])
            #expect(try config(["library", "list"]).output.contains("next for development: nothing\n"))
        }

        // MARK: - The SDK's configuration

        private var sdkFile: String { folder.file("sdk/P0A1B2C3D-0000-4000-8000-000000000001.json").path }

        private func sdk(_ words: String...) throws -> (code: Int32, output: String, error: String) {
            try Executable.run(["config", "sdk"] + words)
        }

        @Test func theSDKsConfigurationIsMadeCheckedAndExplained() throws {
            let id = "P0A1B2C3D-0000-4000-8000-000000000001"
            let made = try sdk("new", id, "--collector", "https://collector.example", "--folder", folder.url.path)
            #expect(made.code == 0 && made.output.hasPrefix("Made "), "\(made)")
            let checked = try sdk("check", sdkFile)
            #expect(checked.code == 0)
            #expect(checked.output.contains("\ndtvr\n  https://collector.example/cgi-bin/"))
            let lines = checked.output.split(separator: "\n")
            #expect(
                lines.last?.hasPrefix("\(sdkFile): valid; ") == true && lines.last?.hasSuffix(" templates.") == true
            )
            let examples = try sdk("check", sdkFile, "--json").output.split(separator: "\n").map {
                try JSONObject(jsonText: String($0))
            }
            #expect(examples.count * 2 + 1 == lines.count - examples.count { $0["body"] != nil })
            #expect(examples.allSatisfy { $0["kind"] == "example" && $0["url"] != nil })
            let member = try sdk("explain", "thresholds.pauseTimeout")
            #expect(member.output.hasPrefix("thresholds.pauseTimeout\n  "))
            #expect(member.output.contains("\n  Use a whole number from 1 to 86400.\n  Built in: 1800\n"))
            #expect(try sdk("explain", "delivery").output.contains("\n  Members: "))
            let all = try sdk("explain").output
            #expect(all.contains("\n  delivery.retryBase: ") && !all.contains("Built in"))
            let told = try JSONObject(jsonText: sdk("explain", "thresholds.pauseTimeout", "--json").output)
            #expect(told["kind"] == "member" && told["builtIn"] == 1_800)
        }

        @Test func whatTheSDKsConfigurationLacksIsListedAndAdded() throws {
            let file = folder.file("old.json")
            let whole = try Executable.run(["config", "sdk", "new", "PX", "--folder", folder.url.path])
            #expect(whole.code == 0, "\(whole.error)")
            let text = try String(contentsOf: folder.file("sdk/PX.json"), encoding: .utf8)
            try Data(text.replacingOccurrences(of: "\"uoo=[nol_uoo]\"", with: "\"x=1\"").utf8).write(to: file)
            let missing = try sdk("migrate", file.path)
            #expect(missing.code == 1)
            #expect(missing.output.contains("uoo=[nol_uoo]"))
            #expect(missing.output.contains("\(file.path) lacks "))
            #expect(try sdk("migrate", file.path, "--json").output.contains("\"kind\":\"missing\""))
            #expect(try sdk("migrate", "-", "--write").code == 2)
            let written = try sdk("migrate", file.path, "--write")
            #expect(written.code == 0 && written.output.contains(" parts to \(file.path)."))
            let again = try sdk("migrate", file.path)
            #expect(again.code == 0 && again.output == "\(file.path) lacks 0 of the built-in parts.\n")
            // What every reader remarks on is an answer of its own.
            try Data(text.replacingOccurrences(of: "\"schema\"", with: "\"colour\": 1, \"schema\"").utf8).write(
                to: file
            )
            let remarked = try sdk("check", file.path)
            #expect(remarked.code == 1)
            #expect(remarked.output.contains("apps accept this file; see the remarks; "))
            #expect(try sdk("check", file.path, "--json").output.hasPrefix("{\"kind\":\"finding\""))
        }
    }
#endif
