// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// What `launchhub config` writes, to the last word, for people and for programs.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ConfigOutputTests {
        private static let appid = "P0A1B2C3D-0000-4000-8000-000000000001"
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// What a command writes; it must end well unless another code is expected.
        private func config(_ words: String..., code: Int32 = 0, input: String = "") throws -> String {
            let run = try Executable.run(["config"] + words + ["--folder", folder.url.path], input: input)
            #expect(run.code == code, "\(words): \(run.error)")
            return run.output
        }

        private func objects(_ words: String..., code: Int32 = 0) throws -> [JSONObject] {
            try Executable.objects(["config"] + words + ["--folder", folder.url.path], code: code)
        }

        private func make() throws {
            _ = try config("init", "player", "--key", "EN-player")
            let settings = ["appid=\(Self.appid)", "appname=Player"]
            _ = try config("extension", "set", "nielsen", "--platform", "ios", settings[0], settings[1])
            _ = try config("extension", "set", "core", "global.privacy=optedin", "lifecycle.sessionTimeout=300")
            _ = try config("extension", "set", "core", "--environment", "dev", "lifecycle.sessionTimeout=10")
            _ = try config("library", "new", "first")
            _ = try config("library", "add", "first", "--all")
        }

        // MARK: - A property and its environments

        private func environment(_ name: String, of kind: String? = nil, build: Int64? = nil) -> JSONObject {
            let kind = kind ?? name
            return [
                "kind": "environment", "environment": .string(name), "of": .string(kind),
                "appid": .string("player/launch-EN-player-\(kind)\(kind == name ? "" : "-\(name)")"),
                "build": build.map { .int($0) } ?? .null, "library": build == nil ? .null : "first",
                "builds": .int(build ?? 0), "published": "current",
            ]
        }

        @Test func aPropertyHasItsEnvironments() throws {
            #expect(
                try config("init", "player", "--key", "EN-player") == """
                    Property player in \(folder.url.path)/player, PR-player.
                      development  player/launch-EN-player-development
                      staging      player/launch-EN-player-staging
                      production   player/launch-EN-player-production

                    """
            )
            #expect(
                try objects("environment", "list") == [
                    environment("development"), environment("staging"), environment("production"),
                ]
            )
            #expect(
                try config("environment", "add", "qa") == "Environment qa: player/launch-EN-player-development-qa\n"
            )
            #expect(
                try objects("environment", "add", "preview") == [environment("preview", of: "development")]
            )
            #expect(
                try config("environment") == """
                      development  no build
                        player/launch-EN-player-development
                      staging  no build
                        player/launch-EN-player-staging
                      production  no build
                        player/launch-EN-player-production
                      qa  no build
                        player/launch-EN-player-development-qa
                      preview  no build
                        player/launch-EN-player-development-preview

                    """
            )
        }

        @Test func aPropertyIsALineForProgramsAndItsKeyIsChance() throws {
            let made = try objects("init", "player", "--key", "EN-player", "--id", "PR9")
            #expect(made.first == ["kind": "property", "property": "player", "id": "PR9"])
            #expect(
                Array(made.dropFirst()) == [
                    environment("development"), environment("staging"), environment("production"),
                ]
            )
            var keys: Set<String> = []
            for name in ["one", "two"] {
                let id = try objects("init", name)[1]["appid"]?.stringValue
                let key = try #require(id?.split(separator: "-").dropFirst().first)
                #expect(key.hasPrefix("EN") && key.dropFirst(2).count == 32)
                keys.insert(String(key))
            }
            #expect(keys.count == 2)
        }

        @Test func aFolderWithoutOneAndWithSeveralPropertiesIsNamed() throws {
            let (path, help) = (folder.url.path, "See launchhub config library --help.")
            let none = try Executable.run(["config", "library", "list", "--folder", path])
            #expect(none.code == 2)
            #expect(
                none.error
                    == "launchhub: there is no property in \(path); make one with launchhub config init NAME. \(help)\n"
            )
            _ = try config("init", "b")
            _ = try config("init", "a")
            let several = try Executable.run(["config", "library", "list", "--folder", path])
            #expect(several.code == 2)
            #expect(
                several.error
                    == "launchhub: \(path) has several properties; name one with --property: a, b. \(help)\n"
            )
            #expect(
                try config("library", "new", "x", "--property", "b") == "Library x for development, with nothing.\n"
            )
            #expect(try config("library", "list", "--property", "a") == "")
            #expect(try config("library", "list", "--property", "b") == "x for development: nothing\n")
        }

        // MARK: - Settings and libraries

        @Test func settingsAreListedByTheirPlaces() throws {
            _ = try config("init", "player")
            #expect(
                try config("extension", "set", "nielsen", "--platform", "ios", "appid=\(Self.appid)")
                    == "Extension nielsen: set, ios. Add it to a library to build it.\n"
            )
            #expect(
                try objects("extension", "set", "core", "global.privacy=optedin", "lifecycle.sessionTimeout=300") == [
                    ["kind": "changed", "extension": "core"]
                ]
            )
            _ = try config("library", "new", "first")
            _ = try config("library", "add", "first", "nielsen")
            _ = try config("extension", "set", "core", "--environment", "dev", "lifecycle.sessionTimeout=10")
            #expect(
                try config("extension", "list") == """
                    nielsen (revision 1)
                      ios  appid = "\(Self.appid)"
                    core (changed)
                      all  global.privacy = "optedin"
                      all  lifecycle.sessionTimeout = 300
                      all@development  lifecycle.sessionTimeout = 10

                    """
            )
            func setting(_ name: String, _ scope: String, _ key: String, _ value: JSONValue) -> JSONObject {
                [
                    "kind": "setting", "extension": .string(name), "scope": .string(scope), "key": .string(key),
                    "value": value,
                ]
            }
            #expect(
                try objects("extension", "list") == [
                    setting("nielsen", "ios", "appid", .string(Self.appid)),
                    setting("core", "all", "global.privacy", "optedin"),
                    setting("core", "all", "lifecycle.sessionTimeout", 300),
                    setting("core", "all@development", "lifecycle.sessionTimeout", 10),
                ]
            )
            #expect(
                try config("extension", "remove", "core")
                    == "Extension core: removed. Add it to a library to build it.\n"
            )
            #expect(
                try config("extension", "list") == "nielsen (revision 1)\n  ios  appid = \"\(Self.appid)\"\n"
            )
        }

        @Test func whatAnExtensionCanBeSetToIsListed() throws {
            _ = try config("init", "player")
            let form = folder.file("greeter.json")
            try Data(
                """
                {"schema": "launch-hub.extension-form", "version": 1, "name": "greeter", "help": "greets",
                 "platforms": ["ios", "android"], "settings": [
                  {"key": "greeting", "help": "the text", "type": "text", "required": true},
                  {"key": "times", "help": "how often", "type": "number", "minimum": 1, "maximum": 9, "default": 3,
                   "platforms": ["android"]}
                ]}
                """.utf8
            ).write(to: form)
            #expect(
                try config("extension", "form", form.path)
                    == "Form of greeter added. Set it with extension set greeter KEY=VALUE.\n"
            )
            let text = try config("extension", "list", "greeter")
            #expect(
                text == """
                    greeter on ios: greets
                      greeting (required): the text; a text that is not empty
                    greeter on android: greets
                      greeting (required): the text; a text that is not empty
                      times: how often; a whole number from 1 to 9 (default: 3)

                    """
            )
            let platform = ["greeter", "--platform", "android"]
            #expect(
                try config("extension", "list", platform[0], platform[1], platform[2])
                    == text.components(separatedBy: "\n").dropFirst(2).joined(separator: "\n")
            )
            #expect(
                try objects("extension", "list", platform[0], platform[1], platform[2]) == [
                    [
                        "kind": "form", "extension": "greeter", "key": "greeting", "platform": "android",
                        "required": true, "values": "a text that is not empty", "help": "the text",
                    ],
                    [
                        "kind": "form", "extension": "greeter", "key": "times", "platform": "android",
                        "required": false, "values": "a whole number from 1 to 9", "help": "how often", "default": 3,
                    ],
                ]
            )
            // What has no platforms is listed once, whichever is named.
            let core = try config("extension", "list", "core")
            #expect(core.hasPrefix("core: the hub: privacy, identity, lifecycle\n  global.privacy: the status "))
            #expect(try config("extension", "list", "core", "--platform", "ios") == core)
            #expect(try objects("extension", "list", "core").allSatisfy { $0["platform"] == .null })
        }

        @Test func librariesAreListedWithTheirRevisions() throws {
            try make()
            _ = try config("extension", "set", "core", "lifecycle.sessionTimeout=400")
            #expect(
                try objects("library", "new", "second", "--environment", "staging") == [
                    ["kind": "library", "library": "second", "environment": "staging", "items": []]
                ]
            )
            #expect(
                try objects("library", "add", "second", "core") == [
                    ["kind": "added", "library": "second", "items": [["name": "core", "revision": 2]]]
                ]
            )
            #expect(
                try config("library", "add", "second", "nielsen") == "Library second: added nielsen revision 1.\n"
            )
            #expect(
                try config("library", "list") == """
                    first for development: nielsen revision 1, core revision 1
                    second for staging: core revision 2, nielsen revision 1

                    """
            )
            func item(_ name: String, _ revision: Int64) -> JSONValue {
                ["name": .string(name), "revision": .int(revision)]
            }
            #expect(
                try objects("library", "list") == [
                    [
                        "kind": "library", "library": "first", "environment": "development",
                        "items": [item("nielsen", 1), item("core", 1)],
                    ],
                    [
                        "kind": "library", "library": "second", "environment": "staging",
                        "items": [item("core", 2), item("nielsen", 1)],
                    ],
                ]
            )
        }

        @Test(arguments: [
            (["new", "x", "core"], "only add takes resources and --all"),
            (["list", "--all"], "only add takes resources and --all"),
            (["add", "x", "core", "--environment", "staging"], "only new takes --environment"),
        ])
        func anOptionOfAnotherActionIsRefused(_ words: [String], _ says: String) throws {
            _ = try config("init", "player")
            let run = try Executable.run(["config", "library"] + words + ["--folder", folder.url.path])
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(run.error == "launchhub: \(says). See launchhub config library --help.\n")
        }

        // MARK: - Builds

        private func built(_ environment: String, _ number: Int64, isNew: Bool) throws -> JSONObject {
            let file = folder.file("player/launch-EN-player-\(environment).json")
            let data = try Data(contentsOf: file)
            return [
                "kind": "build", "environment": .string(environment), "library": "first", "build": .int(number),
                "new": .bool(isNew), "appid": .string("player/launch-EN-player-\(environment)"),
                "bytes": .int(Int64(data.count)), "sha256": .string(Self.digest(data)),
                "items": [["name": "nielsen", "revision": 1], ["name": "core", "revision": 1]],
            ]
        }

        private static func digest(_ data: Data) -> String {
            HashAlgorithm.sha256.hash(data).map { Hexadecimal.text(of: $0) } ?? ""
        }

        @Test func aBuildIsALineForPrograms() throws {
            try make()
            #expect(try objects("build", "first") == [built("development", 1, isNew: true)])
            #expect(try objects("build", "first") == [built("development", 1, isNew: false)])
            #expect(
                try config("build", "first") == "Build 1 of development has not changed and stays published: "
                    + "player/launch-EN-player-development.json\n"
            )
            #expect(try objects("publish", "first") == [built("staging", 1, isNew: true)])
            #expect(try objects("publish", "first", "--to", "staging") == [built("staging", 1, isNew: false)])
            #expect(
                try objects("environment") == [
                    environment("development", build: 1), environment("staging", build: 1),
                    environment("production"),
                ]
            )
            #expect(
                try config("environment") == """
                      development  build 1, library first
                        player/launch-EN-player-development
                      staging  build 1, library first
                        player/launch-EN-player-staging
                      production  no build
                        player/launch-EN-player-production

                    """
            )
        }

        @Test func anEarlierBuildIsPublishedAgain() throws {
            try make()
            _ = try config("build", "first")
            let first = try Data(contentsOf: folder.file("player/launch-EN-player-development.json"))
            _ = try config("extension", "set", "core", "--environment", "dev", "lifecycle.sessionTimeout=20")
            _ = try config("library", "add", "first", "--all")
            _ = try config("build", "first")
            let line: JSONObject = [
                "kind": "rollback", "environment": "development", "build": 1, "library": "first",
                "sha256": .string(Self.digest(first)),
            ]
            #expect(try objects("rollback", "development") == [line])
            #expect(try Data(contentsOf: folder.file("player/launch-EN-player-development.json")) == first)
            #expect(
                try config("rollback", "development", "--to", "2")
                    == "Build 2 of development, library first, is published again.\n"
            )
            #expect(try objects("rollback", "development", "--to", "1") == [line])
        }

        @Test func whatWasChangedByHandIsKeptUnlessItIsToBeReplaced() throws {
            try make()
            _ = try config("build", "first")
            _ = try config("extension", "set", "core", "lifecycle.sessionTimeout=20", "--environment", "dev")
            _ = try config("library", "add", "first", "--all")
            _ = try config("build", "first")
            let file = try folder.write("{}", to: "player/launch-EN-player-development.json")
            let run = try Executable.run(["config", "rollback", "development", "--folder", folder.url.path])
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(
                run.error == "launchhub: \(file.path) is none of the builds: somebody has changed it, or it was cut "
                    + "off; add --replace to write over it\n"
            )
            #expect(try String(contentsOf: file, encoding: .utf8) == "{}")
            #expect(try objects("environment", code: 1).map { $0["published"] } == ["edited", "current", "current"])
            _ = try config("rollback", "development", "--replace")
            #expect(try config("environment").contains("  development  build 1, library first\n"))
        }

        // MARK: - Views

        @Test func theValuesInForceAreShown() throws {
            try make()
            #expect(
                try config("show") == """
                    the working copy for development
                      build.environment         "dev"
                      build.library             "draft"
                      build.revision            1
                      global.privacy            "optedin"
                      lifecycle.sessionTimeout  10
                      nielsen.ios/appid         "\(Self.appid)"
                      nielsen.ios/appname       "Player"
                      property.id               "PR-player"

                    """
            )
            _ = try config("build", "first")
            let shown = try config("show", "development", "--origin")
            #expect(shown.hasPrefix("build 1 of development\n  build.environment         \"dev\"  (the property)\n"))
            #expect(shown.contains("  \"optedin\"  (core revision 1, all)\n"))
            #expect(shown.contains("  \"Player\"  (nielsen revision 1, ios)\n"))
            let lines = try objects("show", "development", "--origin")
            #expect(
                lines.first == [
                    "kind": "value", "key": "build.environment", "value": "dev", "origin": "property",
                    "spelling": "build.environment",
                ]
            )
            #expect(
                lines.first { $0["key"] == "lifecycle.sessionTimeout" } == [
                    "kind": "value", "key": "lifecycle.sessionTimeout", "value": 10,
                    "origin": "core revision 1, all@development", "spelling": "__dev__lifecycle.sessionTimeout",
                ]
            )
            #expect(
                try objects("show", "development:1").last == [
                    "kind": "value", "key": "property.id", "value": "PR-player",
                ]
            )
        }

        @Test func differencesAreListedAndCounted() throws {
            try make()
            _ = try config("build", "first")
            #expect(
                try config("diff") == "build 1 of development, the working copy for development: 0 differences\n"
            )
            #expect(try objects("diff") == [["kind": "summary", "differences": 0]])
            _ = try config("extension", "set", "core", "lifecycle.sessionTimeout=400", "global.ssl=true")
            #expect(
                try config("diff", "draft", "development", code: 1) == """
                    the working copy for development, build 1 of development: 2 differences
                      global.ssl                true → –
                      lifecycle.sessionTimeout  400 → 300

                    """
            )
            _ = try config("publish", "first")
            #expect(
                try objects("diff", "staging", "draft:staging", code: 1) == [
                    ["kind": "difference", "key": "global.ssl", "after": true],
                    ["kind": "difference", "key": "lifecycle.sessionTimeout", "before": 300, "after": 400],
                    ["kind": "summary", "differences": 2],
                ]
            )
        }

        @Test func theInstructionsAreALineForProgramsAndRemarkOnWhatIsMissing() throws {
            try make()
            let path = folder.url.path
            let text = try Executable.run(["config", "instructions", "--folder", path])
            #expect(
                text.error
                    == "launchhub: development has no build yet; an app that asks for it now finds nothing.\n"
            )
            _ = try config("build", "first")
            #expect(try Executable.run(["config", "instructions", "--folder", path]).error.isEmpty)
            let line = try #require(try objects("instructions").first)
            #expect(Set(line.keys) == ["kind", "environment", "appid", "manifest", "code"])
            #expect(line["kind"] == "instructions" && line["environment"] == "development")
            #expect(line["appid"] == "player/launch-EN-player-development")
            let paragraphs = text.output.components(separatedBy: "\n").map {
                $0.hasPrefix("    ") ? $0.dropFirst(4) : $0[...]
            }
            let manifest = try #require(line["manifest"]?.stringValue).components(separatedBy: "\n")
            let code = try #require(line["code"]?.stringValue).components(separatedBy: "\n")
            #expect(
                paragraphs.map(String.init)
                    == ["Add the package and its products to Package.swift:", ""] + manifest
                    + ["", "Start the app with the key of development:", ""] + code + [""]
            )
        }

        // MARK: - Rules

        private static let rules = """
            {"version": 1, "rules": [
              {"condition": {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["x"]}},
               "consequences": [{"id": "a", "type": "add", "detail": {"eventdata": {"k": 1}}}]}
            ]}
            """

        @Test func rulesAreListedAndRemoved() throws {
            try make()
            let file = try folder.write(Self.rules, to: "video.json")
            #expect(try config("rules", "add", "-", input: Self.rules) == "Rules added: rule.\n")
            #expect(
                try objects("rules", "add", file.path, "--name", "clip") == [["kind": "added", "rules": ["clip"]]]
            )
            #expect(try config("rules", "add", file.path) == "Rules added: video.\n")
            let rule = try JSONValue(jsonText: Self.rules)["rules"]?[0]
            func line(_ name: String, changed: Bool, _ revisions: Int64) -> JSONObject {
                [
                    "kind": "rule", "name": .string(name), "changed": .bool(changed), "revisions": .int(revisions),
                    "rule": rule ?? .null,
                ]
            }
            _ = try config("library", "add", "first", "clip")
            #expect(
                try objects("rules", "list") == [
                    line("rule", changed: true, 0), line("clip", changed: false, 1), line("video", changed: true, 0),
                ]
            )
        }

        @Test func aRuleThatIsRemovedIsSaidAndGone() throws {
            try make()
            let file = try folder.write(Self.rules, to: "video.json")
            for name in ["one", "two", "three"] { _ = try config("rules", "add", file.path, "--name", name) }
            #expect(try config("rules", "remove", "two") == "Rule two: removed.\n")
            #expect(try objects("rules", "remove", "one") == [["kind": "removed", "rule": "one"]])
            #expect(try config("rules", "list") == "three (changed)\n")
            let help = "See launchhub config rules --help."
            for (words, says) in [
                (["list", "x"], "list takes no argument, but got \"x\"."),
                (["remove"], "remove needs the name of a rule."),
            ] {
                let run = try Executable.run(["config", "rules"] + words + ["--folder", folder.url.path])
                #expect(run.code == 2 && run.error == "launchhub: \(says) \(help)\n")
            }
        }
    }
#endif
