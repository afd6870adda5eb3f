// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import Testing

/// Every line that shells get of a program with commands of one word and of two, and the bounds of values.
struct CommandOffersTests {
    private enum Taste: String, CaseIterable {
        case soft
        case hard
    }

    private struct Boil: Sendable {
        static let syntax = CommandSyntax("kitchen egg boil", summary: "boil the cook's \\ egg", for: Boil.init) {
            $0.argument(\.egg, .choice("TASTE"), "which egg")
            $0.arguments(\.others, .text("FILE"), "more eggs")
            $0.option("--pan", short: "-p", \.pan, .text("FOLDER"), "in which pan")
            $0.option("--minutes", \.minutes, .number("N", in: 1...20), "how long")
            $0.option("--taste", \.taste, .choice("TASTE"), "how")
            $0.option("--spice", \.spice, .text("SPICE", offering: ["salt", "dill"]), "with what")
        }

        var egg = Taste.soft
        var others: [String] = []
        var pan = ""
        var minutes = 1
        var taste = Taste.soft
        var spice = ""
    }

    private struct Fry: Sendable {
        static let syntax = CommandSyntax("kitchen egg fry", summary: "fry an egg", for: Fry.init) {
            $0.argument(\.wait, .seconds("SECONDS", atMost: 60), "how long")
            $0.argument(\.folder, .text("FOLDER"), "where")
        }

        var wait: Duration?
        var folder: String?
    }

    private struct Wash: Sendable {
        static let syntax = CommandSyntax("kitchen wash", summary: "wash up", for: Wash.init) {
            $0.argument(\.dish, .text("NAME", offering: ["cup"]), "which dish")
            $0.flag("--dry", short: "-d", \.dries, "dry it too")
        }

        var dish = ""
        var dries = false
    }

    private static let source = CompletionSource(
        program: "kitchen",
        commands: [Boil.syntax.outline, Fry.syntax.outline, Wash.syntax.outline],
        options: []
    )

    @Test func fishGetsEveryLineOnce() {
        let lines = CompletionShell.fish.script(Self.source).filter { $0.hasPrefix("complete ") }
        func line(_ condition: String, _ rest: String) -> String {
            "complete -c kitchen -n \"__kitchen_\(condition)\" \(rest)"
        }
        let boil = "'boil the cook\\'s \\\\ egg'"
        let words = ["egg -d 'boil, fry'", "wash -d 'wash up'"]
        let help = "-l help -s h -d 'show this help'"
        let expected =
            ["complete -c kitchen -f"] + words.map { line("at '' 0", "-a \($0)") }
            + [line("at '' 0", "-a help -d 'describe the program or a command'")]
            + words.map { line("at help 0", "-a \($0)") }
            + [("boil", boil), ("fry", "'fry an egg'")].flatMap { word, text in
                ["egg", "'help egg'"].map { line("at \($0) 0", "-a \(word) -d \(text)") }
            }
            + [line("is ''", help)]
            + [
                "-l pan -s p -x -a '(__fish_complete_directories)' -d 'in which pan'", "-l minutes -x -d 'how long'",
                "-l taste -x -a 'soft hard' -d 'how'", "-l spice -r -a 'salt dill' -F -d 'with what'", help,
            ].map { line("is 'egg boil'", $0) }
            + [line("is 'egg fry'", help), line("is 'wash'", "-l dry -s d -d 'dry it too'"), line("is 'wash'", help)]
            + [
                line("at 'egg boil' 0", "-a 'soft hard'"), line("from 'egg boil' 1", "-F"),
                line("at 'egg fry' 1", "-a '(__fish_complete_directories)'"), line("at 'wash' 0", "-a 'cup'"),
            ]
        #expect(lines == expected)
    }

    @Test func bashGetsTheWordsOfEachPlace() {
        let lines = CompletionShell.bash.script(Self.source).filter { $0.hasPrefix("        '") && $0.hasSuffix(";;") }
        let expected = [
            "        '') offers='--help -h' ;;",
            "        'egg boil') offers='--pan -p --minutes --taste --spice --help -h' ;;",
            "        'egg fry') offers='--help -h' ;;", "        'wash') offers='--dry -d --help -h' ;;",
            "        ' 0') offers='egg wash help' ;;", "        'help 0') offers='egg wash' ;;",
            "        'wash 0') offers='cup' ;;", "        'egg boil 0') offers='soft hard' ;;",
        ]
        #expect(expected.filter { !lines.contains($0) } == [], "\(lines.joined(separator: "\n"))")
    }

    // MARK: - Values

    @Test(arguments: [("60", true), ("0.001", true), ("60.001", false), ("0", false), ("-1", false), ("1e9", false)])
    func secondsHaveBounds(_ text: String, _ isRight: Bool) {
        let wait = try? Fry.syntax.parse(["--", text]).wait
        #expect(wait == (isRight ? Double(text).map { Duration.seconds($0) } : nil))
    }

    @Test(arguments: [("1", true), ("20", true), ("0", false), ("21", false), ("1.5", false), ("x", false)])
    func numbersHaveBounds(_ text: String, _ isRight: Bool) {
        let minutes = try? Boil.syntax.parse(["hard", "--minutes", text]).minutes
        #expect(minutes == (isRight ? Int(text) : nil))
    }

    private func error(_ words: String...) -> String? {
        do throws(UsageError) {
            _ = try Boil.syntax.parse(words)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func aChoiceOfTwoIsOneOrTheOther() {
        #expect(error("mild") == "TASTE is \"mild\"; use soft or hard.")
        #expect(error("sotf") == "TASTE is \"sotf\"; use soft or hard. Did you mean \"soft\"?")
        #expect(error("hard", "--taste", "har") == "--taste is \"har\"; use soft or hard. Did you mean \"hard\"?")
        #expect(error("--", "soft", "--pan", "hard") == nil)
        #expect(error() == "kitchen egg boil needs a TASTE: which egg.")
    }

    @Test func aFlagMayBeGivenTwiceAndAnOptionMayNot() throws {
        #expect(try Wash.syntax.parse(["cup", "-d", "--dry"]).dries)
        #expect(error("soft", "-p", "a", "-p", "b") == "option --pan is given twice.")
        #expect(error("soft", "-p", "a", "--minutes", "2") == nil)
        #expect(error("soft", "-p") == "option --pan needs a value: --pan FOLDER.")
    }
}
