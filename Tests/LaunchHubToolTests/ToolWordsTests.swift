// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Testing

    @testable import LaunchHubTool

    /// The words before the command, and the form of output that words seem to ask for.
    struct ToolWordsTests {
        @Test(
            arguments: [
                ([], [], []), (["play"], [], ["play"]),
                (["--json", "play", "--json"], ["--json"], ["play", "--json"]),
                (["-q", "-v", "play"], ["-q", "-v"], ["play"]),
                (["--color", "never", "play"], ["--color", "never"], ["play"]),
                (["--color=never", "play", "-q"], ["--color=never"], ["play", "-q"]),
                (["--color"], ["--color"], []), (["--json=yes", "play"], ["--json=yes"], ["play"]),
                (["--help", "--json"], [], ["--help", "--json"]), (["-h"], [], ["-h"]),
                (["--other", "--json"], [], ["--other", "--json"]),
            ] as [([String], [String], [String])]
        )
        func whatStandsBeforeTheCommandIsItsOwn(_ words: [String], _ common: [String], _ rest: [String]) {
            let found = ToolWords(words)
            #expect(found.common == common && found.rest == rest)
        }

        @Test(
            arguments: [
                ([], false, .auto), (["ply", "--json"], true, .auto), (["ply", "--", "--json"], false, .auto),
                (["--color=always", "ply"], false, .always), (["ply", "--color", "never", "--json"], true, .never),
                (["--color"], false, .auto), (["--color=purple"], false, .auto), (["--colour=always"], false, .auto),
                (["--color=always", "--color", "never"], false, .never),
                (["--color=always", "--color", "x"], false, .always), (["--", "--color=always"], false, .auto),
            ] as [([String], Bool, CommonOptions.Colour)]
        )
        func theFormIsFoundWhateverElseIsWrong(_ words: [String], _ isJSON: Bool, _ colour: CommonOptions.Colour) {
            let wanted = ToolWords.wanted(words)
            #expect(wanted.isJSON == isJSON && wanted.colour == colour)
        }

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func aMistakeHasTheColourThatIsAskedFor() throws {
            let says = "unknown command \"ply\". Did you mean \"play\"? See launchhub --help.\n"
            for words in [["--color=always", "ply"], ["ply", "--color=always"]] {
                #expect(try Executable.run(words).error == "\u{1B}[31mlaunchhub:\u{1B}[0m " + says)
            }
            #expect(try Executable.run(["--color=never", "ply"]).error == "launchhub: " + says)
            #expect(try Executable.run(["ply", "--", "--color=always"]).error == "launchhub: " + says)
        }

        @Test(
            .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
            arguments: [
                (["config", "shwo"], "launchhub config has no command \"shwo\". Did you mean \"show\"?"),
                (["config", "nothing", "show"], "launchhub config has no command \"nothing\"."),
                (["-q", "config", "nothing"], "launchhub config has no command \"nothing\"."),
            ]
        )
        func aCommandThatACommandDoesNotHaveIsSaidWithItsHelp(_ words: [String], _ says: String) throws {
            let run = try Executable.run(words)
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(run.error == "launchhub: \(says) See launchhub config --help.\n")
        }
    }
#endif
