// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import Testing

/// Command lines of a command that has everything.
struct CommandSyntaxTests {
    private enum Taste: String, CaseIterable {
        case soft
        case medium
        case hard
    }

    private struct Boil: Sendable {
        static let syntax = CommandSyntax(
            "kitchen boil",
            summary: "boil an egg",
            discussion: ["Boils an egg."],
            examples: ["kitchen boil --minutes 5 egg"],
            for: Boil.init
        ) {
            $0.argument(\.egg, .text("EGG"), "which egg")
            $0.arguments(\.others, .text("EGGS"), "more eggs")
            $0.option("--minutes", short: "-m", \.minutes, .number("N", in: 1...20), "how long")
            $0.option("--taste", \.taste, .choice("TASTE"), "how hard")
            $0.option("--wait", \.wait, .seconds("SECONDS", atMost: 60), "wait before")
            $0.flag("--salt", short: "-s", \.isSalted, "with salt")
        }

        var egg = ""
        var others: [String] = []
        var minutes: Int?
        var taste = Taste.medium
        var wait: Duration?
        var isSalted = false
    }

    private struct Wash: Sendable {
        static let syntax = CommandSyntax(
            "kitchen wash",
            summary: "wash up",
            for: Wash.init
        ) { $0.argument(\.dish, .text("DISH"), "which dish") }

        var dish: String?
    }

    @Test(arguments: [
        ["--minutes", "5", "--salt", "egg"], ["egg", "--salt", "-m", "5"], ["--minutes=5", "egg", "-s"],
        ["--salt", "-m=5", "--", "egg"], ["-m5", "egg", "-s"], ["-sm5", "egg"], ["-sm", "5", "egg"], ["egg", "-sm=5"],
    ])
    func optionsMayStandAnywhere(_ words: [String]) throws {
        let boil = try Boil.syntax.parse(words)
        #expect(boil.egg == "egg")
        #expect(boil.minutes == 5)
        #expect(boil.isSalted)
        #expect(boil.others.isEmpty)
    }

    @Test func whatIsNotGivenKeepsItsDefault() throws {
        let boil = try Boil.syntax.parse(["egg"])
        #expect(boil.minutes == nil)
        #expect(boil.taste == .medium)
        #expect(boil.wait == nil)
        #expect(!boil.isSalted)
        #expect(try Wash.syntax.parse([]).dish == nil)
    }

    @Test func valuesHaveTheTypesOfTheirProperties() throws {
        let boil = try Boil.syntax.parse(["a", "--taste", "hard", "b", "--wait=0.5", "c"])
        #expect(boil.taste == .hard)
        #expect(boil.wait == .milliseconds(500))
        #expect(boil.egg == "a")
        #expect(boil.others == ["b", "c"])
    }

    @Test func aDashIsAnArgumentAndTwoDashesEndOptions() throws {
        #expect(try Wash.syntax.parse(["-"]).dish == "-")
        #expect(try Wash.syntax.parse(["--", "--salt"]).dish == "--salt")
        #expect(try Wash.syntax.parse(["--", "--"]).dish == "--")
        #expect(try Boil.syntax.parse(["a=b", "--", "--help"]).others == ["--help"])
    }

    @Test func helpIsAskedForAlsoWhereTheRestIsWrong() {
        #expect(CommandOutline.asksForHelp(["--zzz", "-h"]))
        #expect(CommandOutline.asksForHelp(["--help"]))
        #expect(!CommandOutline.asksForHelp(["--", "--help"]))
        #expect(!CommandOutline.asksForHelp(["helping"]))
    }

    /// A command line that is wrong, and the error that says so.
    struct Wrong: CustomTestStringConvertible {
        let words: [String]
        let says: String

        var testDescription: String { words.isEmpty ? "nothing" : words.joined(separator: " ") }
    }

    static let wrong = [
        Wrong(
            words: ["egg", "--minuets", "5"],
            says: "unknown option \"--minuets\" for kitchen boil. Did you mean \"--minutes\"?"
        ),
        Wrong(words: ["egg", "--zzz"], says: "unknown option \"--zzz\" for kitchen boil."),
        Wrong(words: ["egg", "--minutes"], says: "option --minutes needs a value: --minutes N."),
        Wrong(words: ["egg", "--minutes="], says: "option --minutes needs a value: --minutes N."),
        Wrong(words: ["--minutes=", "5", "egg"], says: "option --minutes needs a value: --minutes N."),
        Wrong(words: ["egg", "--minutes", "0"], says: "--minutes is \"0\"; use a number from 1 to 20."),
        Wrong(words: ["egg", "--minutes=a=b"], says: "--minutes is \"a=b\"; use a number from 1 to 20."),
        Wrong(
            words: ["egg", "--taste", "medum"],
            says: "--taste is \"medum\"; use one of soft, medium, hard. Did you mean \"medium\"?"
        ),
        Wrong(words: ["egg", "--wait", "inf"], says: "--wait is \"inf\"; use seconds, more than 0 and at most 60."),
        Wrong(words: ["egg", "--wait", "nan"], says: "--wait is \"nan\"; use seconds, more than 0 and at most 60."),
        Wrong(words: ["egg", "-m0"], says: "--minutes is \"0\"; use a number from 1 to 20."),
        Wrong(words: ["egg", "-sx"], says: "unknown option \"-sx\" for kitchen boil."),
        Wrong(words: ["egg", "-xs"], says: "unknown option \"-xs\" for kitchen boil."),
        Wrong(words: ["egg", "-s=yes"], says: "option --salt takes no value, but has \"yes\"."),
        Wrong(words: ["egg", "--salt=yes"], says: "option --salt takes no value, but has \"yes\"."),
        Wrong(words: ["egg", "-m", "1", "--minutes", "2"], says: "option --minutes is given twice."),
        Wrong(words: ["--salt"], says: "kitchen boil needs an EGG: which egg."),
        Wrong(words: [], says: "kitchen boil needs an EGG: which egg."),
    ]

    @Test(arguments: wrong)
    func whatIsWrongIsNamed(_ line: Wrong) {
        let error = #expect(throws: UsageError.self) { try Boil.syntax.parse(line.words) }
        #expect(error?.description == line.says)
    }

    @Test func aWordTooMuchIsNamed() {
        let second = #expect(throws: UsageError.self) { try Wash.syntax.parse(["a", "b"]) }
        #expect(second?.description == "unexpected argument \"b\"; kitchen wash takes DISH.")
        let first = #expect(throws: UsageError.self) {
            try CommandSyntax("kitchen sleep", summary: "sleep", for: Wash.init) { _ in }.parse(["a"])
        }
        #expect(first?.description == "unexpected argument \"a\"; kitchen sleep takes none.")
    }

    @Test func helpIsMadeOfTheSyntax() {
        #expect(
            Boil.syntax.outline.help() == """
                Usage: kitchen boil EGG [EGGS ...] [options]

                Boils an egg.

                Arguments:
                  EGG                         which egg
                  EGGS                        more eggs

                Options:
                  -m, --minutes N             how long
                      --taste TASTE           how hard
                      --wait SECONDS          wait before
                  -s, --salt                  with salt
                  -h, --help                  show this help

                Example:
                  kitchen boil --minutes 5 egg
                """
        )
        #expect(Boil.syntax.outline.name == "boil")
    }

    /// A word that was typed, and the name that was probably meant.
    struct Typed: CustomTestStringConvertible {
        let word: String
        let meant: String?

        var testDescription: String { "\"\(word)\"" }
    }

    @Test(arguments: [
        Typed(word: "pley", meant: "play"), Typed(word: "dmeo", meant: "demo"), Typed(word: "rep", meant: "replay"),
        Typed(word: "PLAY", meant: "play"), Typed(word: "certify", meant: nil), Typed(word: "", meant: nil),
        // One letter of four may be missing, too many, or in the place of its neighbour; two of six.
        Typed(word: "lay", meant: "play"), Typed(word: "ply", meant: "play"), Typed(word: "xplay", meant: "play"),
        Typed(word: "playx", meant: "play"), Typed(word: "lpay", meant: "play"), Typed(word: "plya", meant: "play"),
        Typed(word: "playxy", meant: nil), Typed(word: "plxx", meant: nil), Typed(word: "rprt", meant: "report"),
        Typed(word: "rpt", meant: nil),
    ])
    func theNearestNameIsSuggestedAndNoFarOne(_ typed: Typed) {
        #expect(Suggestion.nearest(typed.word, among: ["demo", "play", "replay", "report"]) == typed.meant)
    }
}
