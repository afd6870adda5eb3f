// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubTool

/// The command line.
struct ArgumentTests {
    private let spec = CommandSpec(
        name: "boil",
        summary: "boil an egg",
        discussion: ["Boils an egg."],
        argument: ("EGG", "which egg"),
        options: [.init("--minutes", short: "-m", value: "N", "how long"), .init("--salt", "with salt")]
    )

    @Test func optionsMayStandAnywhere() throws {
        for words in [
            ["--minutes", "5", "--salt", "egg"], ["egg", "--salt", "-m", "5"], ["--minutes=5", "egg", "--salt"],
            ["--salt", "-m=5", "--", "egg"],
        ] {
            let arguments = try ParsedArguments(words, for: spec)
            #expect(arguments.argument == "egg")
            #expect(arguments.value("--minutes") == "5")
            #expect(arguments.has("--salt"))
            #expect(!arguments.has("--json"))
        }
    }

    @Test func aDashIsAnArgumentAndTwoDashesEndOptions() throws {
        #expect(try ParsedArguments(["-"], for: spec).argument == "-")
        #expect(try ParsedArguments(["--", "--salt"], for: spec).argument == "--salt")
        #expect(try ParsedArguments(["--minutes=a=b"], for: spec).value("--minutes") == "a=b")
    }

    static let wrong: [(words: [String], says: String)] = [
        (["--minuets", "5"], "unknown option \"--minuets\" for launchhub boil. Did you mean \"--minutes\"?"),
        (["--zzz"], "unknown option \"--zzz\" for launchhub boil."),
        (["--minutes"], "option --minutes needs a value: --minutes N."),
        (["--minutes="], "option --minutes needs a value: --minutes N."),
        (["--salt=yes"], "option --salt takes no value, but has \"yes\"."),
        (["-m", "1", "--minutes", "2"], "option --minutes is given twice."),
        (["a", "b"], "launchhub boil takes one EGG, but got \"a\" and \"b\"."),
    ]

    @Test(arguments: wrong)
    func whatIsWrongIsNamed(words: [String], says: String) {
        let error = #expect(throws: UsageError.self) { try ParsedArguments(words, for: spec) }
        #expect(error?.description == says)
    }

    @Test func theNearestNameIsSuggestedAndNoFarOne() {
        let names = ["demo", "play", "replay", "report"]
        #expect(Suggestion.nearest("pley", among: names) == "play")
        #expect(Suggestion.nearest("dmeo", among: names) == "demo")
        #expect(Suggestion.nearest("rep", among: names) == "replay")
        #expect(Suggestion.nearest("PLAY", among: names) == "play")
        #expect(Suggestion.nearest("certify", among: names) == nil)
        #expect(Suggestion.nearest("", among: names) == nil)
    }

    @Test(arguments: [80, 98])
    func helpHasALineForEachOptionAndIsNoWiderThanAScreen(_ width: Int) {
        for command in Tool.commands {
            let help = command.spec.help(width: width)
            #expect(command.spec.allOptions.allSatisfy { help.contains($0.name) })
            #expect(help.split(separator: "\n").allSatisfy { $0.count <= width })
            #expect(Tool.help(width: width).contains("  \(command.spec.name) "))
            #expect(Tool.help(width: width).split(separator: "\n").allSatisfy { $0.count <= width })
        }
    }
}
