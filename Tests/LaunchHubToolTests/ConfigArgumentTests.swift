// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// How the words of `launchhub config` are read.
    @Suite(.timeLimit(.minutes(10)))
    struct ConfigArgumentTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func config(_ words: String...) throws -> (code: Int32, output: String, error: String) {
            try Executable.run(["config"] + words + ["--folder", folder.url.path])
        }

        @Test(arguments: ["", ":", "a:", ":1", "a:b", "a:1:2", "draft:", "draft:a:b", "draft::a", "a:1.5"])
        func whatNamesNoConfigurationIsRefused(_ text: String) {
            #expect(PropertyReference(text) == nil)
        }

        @Test func aConfigurationHasOneNameOrTwo() {
            #expect(PropertyReference("draft") == PropertyReference("draft:development"))
            #expect(PropertyReference("draft") != PropertyReference("draft:staging"))
            #expect(PropertyReference("production:2") == PropertyReference("production:02"))
            for text in ["staging", "staging:1", "staging:2", "draft:staging", "production"] {
                #expect(PropertyReference(text) != nil)
                #expect(
                    ["staging", "staging:1", "staging:2", "draft:staging", "production"].count {
                        PropertyReference($0) == PropertyReference(text)
                    } == 1
                )
            }
        }

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func aSettingGoesOnBehindItsFirstEqualsSign() throws {
            _ = try config("init", "player")
            let set = try config("extension", "set", "nielsen", "--platform", "ios", "appname=a=b==", "appversion=1")
            #expect(set.code == 0, "\(set.error)")
            #expect(
                try config("extension", "list").output
                    == "nielsen (changed)\n  ios  appname = \"a=b==\"\n  ios  appversion = \"1\"\n"
            )
            #expect(try config("extension", "set", "nielsen", "--platform", "ios", "appname=").code == 0)
            #expect(try config("extension", "list").output == "nielsen (changed)\n  ios  appversion = \"1\"\n")
        }

        @Test(
            .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
            arguments: ["https://a.example/\"x", "https://a.example/\\x", "https://a.example/\\\"", "a.example"]
        )
        func anAddressThatWouldEndItsQuotesIsRefused(_ base: String) throws {
            _ = try config("init", "player")
            let run = try config("instructions", "--base", base)
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(
                run.error == "launchhub: --base is \"\(base)\"; use an address such as "
                    + "https://configuration.example/. See launchhub config instructions --help.\n"
            )
        }

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func whatIsSaidOfARuleIsSaidWhereItIsAdded() throws {
            _ = try config("init", "player")
            let rules = """
                {"version": 1, "rules": [
                 {"condition": {"type": "matcher", "definition": {"key": "n", "matcher": "gt", "values": ["x"]}},
                  "consequences": [{"id": "b", "type": "mod", "detail": {"eventdata": {"k": null}}}]}]}
                """
            let file = try folder.write(rules, to: "never.json").path
            let run = try config("rules", "add", file)
            #expect(run.code == 0 && run.output == "Rules added: never.\n")
            #expect(
                run.error == "launchhub: warning: line 2, column 91, rules[0].condition.definition.values[0]: gt never "
                    + "holds for text; write a number\n"
            )
            // It is a rule all the same.
            let tried = try config("rules", "test")
            #expect(tried.code == 0 && tried.output.contains(" steps; rules in force: 1.\n"))
        }

        /// A build that is moved on is as careful as one that is made.
        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func aLibraryIsNotPublishedOverWhatWasChangedByHand() throws {
            for words in [
                ["init", "player", "--key", "EN-player"], ["extension", "set", "core", "global.privacy=optedin"],
                ["library", "new", "first"], ["library", "add", "first", "--all"], ["build", "first"],
                ["publish", "first", "--to", "staging"],
            ] {
                let run = try Executable.run(["config"] + words + ["--folder", folder.url.path])
                #expect(run.code == 0, "\(words): \(run.error)")
            }
            let file = try folder.write("{}", to: "player/launch-EN-player-staging.json")
            let refused = try config("publish", "first", "--to", "staging")
            #expect(refused.code == 2 && refused.output.isEmpty)
            #expect(refused.error.contains("add --replace to write over it"), "\(refused.error)")
            #expect(try String(contentsOf: file, encoding: .utf8) == "{}")
            let replaced = try config("publish", "first", "--to", "staging", "--replace")
            #expect(replaced.code == 0, "\(replaced.error)")
            #expect(try JSONObject(jsonData: Data(contentsOf: file))["global.privacy"] == "optedin")
        }
    }
#endif
