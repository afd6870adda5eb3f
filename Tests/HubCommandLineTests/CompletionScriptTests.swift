// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import Testing

/// The completion scripts of a small program, line by line where shells differ.
struct CompletionScriptTests {
    private enum Taste: String, CaseIterable {
        case soft
        case hard
    }

    private struct Boil: Sendable {
        static let syntax = CommandSyntax("kitchen egg boil", summary: "boil the cook's egg", for: Boil.init) {
            $0.argument(\.egg, .choice("TASTE"), "which egg")
            $0.arguments(\.others, .text("FILE"), "more eggs")
            $0.option("--pan", short: "-p", \.pan, .text("FOLDER"), "in which pan")
            $0.option("--minutes", \.minutes, .number("N", in: 1...20), "how long")
        }

        var egg = Taste.soft
        var others: [String] = []
        var pan = ""
        var minutes = 1
    }

    private static let source = CompletionSource(program: "kitchen", commands: [Boil.syntax.outline], options: [])

    @Test func bashHasATableForEachQuestion() {
        let script = CompletionShell.bash.script(Self.source)
        let expected = [
            "        'egg boil') offers='--pan -p --minutes --help -h' ;;",
            "        'egg boil --pan' | 'egg boil -p') kind=folders ;;",
            "        'egg boil --minutes') : ;;",
            "        'egg boil' | 'help egg') return 0 ;;",
            "        ' 0') offers='egg help' ;;",
            "        'help 0') offers='egg' ;;",
            "        'egg boil 0') offers='soft hard' ;;",
            "        'egg boil '[0-9]*) kind=files ;;",
            "        'egg 0' | 'help egg 0') offers='boil'\"${offers:+ $offers}\" ;;",
            "complete -F _kitchen kitchen",
        ]
        #expect(expected.filter { !script.contains($0) } == [])
    }

    @Test func zshHasTheMeaningOfEachWord() {
        let script = CompletionShell.zsh.script(Self.source)
        let expected = [
            "#compdef kitchen", "        'egg boil') offers='--pan:in which pan", "-p:in which pan",
            "--minutes:how long",
            "--help:show this help", "-h:show this help' ;;", "        ' 0') offers='egg:boil",
            "        'egg 0' | 'help egg 0') offers='boil:boil the cook'\\''s egg'\"${offers:+",
            "    compdef _kitchen kitchen",
        ]
        let lines = script.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        #expect(expected.filter { !lines.contains($0) } == [])
    }

    @Test func fishHasALineForEachWord() {
        let script = CompletionShell.fish.script(Self.source)
        let expected = [
            "complete -c kitchen -f",
            "complete -c kitchen -n \"__kitchen_at '' 0\" -a egg -d 'boil'",
            "complete -c kitchen -n \"__kitchen_at egg 0\" -a boil -d 'boil the cook\\'s egg'",
            "complete -c kitchen -n \"__kitchen_is 'egg boil'\" -l pan -s p -x -a '(__fish_complete_directories)' -d 'in which pan'",
            "complete -c kitchen -n \"__kitchen_is 'egg boil'\" -l minutes -x -d 'how long'",
            "complete -c kitchen -n \"__kitchen_is 'egg boil'\" -l help -s h -d 'show this help'",
            "complete -c kitchen -n \"__kitchen_at 'egg boil' 0\" -a 'soft hard'",
            "complete -c kitchen -n \"__kitchen_from 'egg boil' 1\" -F",
            "                case 'egg boil --pan' 'egg boil -p' 'egg boil --minutes'",
        ]
        #expect(expected.filter { !script.contains($0) } == [])
    }
}
