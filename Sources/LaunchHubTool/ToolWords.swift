// SPDX-License-Identifier: Apache-2.0

import HubCommandLine

/// The words of a command line, with the common options that stand before the command apart.
struct ToolWords {
    /// The common options, as they were written.
    private(set) var common: [String] = []
    /// The words from the command on.
    private(set) var rest: [String]

    init(_ words: [String]) {
        var rest = words[...]
        while let word = rest.first, let option = Self.option(word) {
            let count = option.value != nil && !word.contains("=") ? 2 : 1
            common += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        self.rest = Array(rest)
    }

    /// Returns the form of output that words seem to ask for, whatever else is wrong with them.
    static func wanted(_ words: [String]) -> CommonOptions {
        let words = words.prefix { $0 != "--" }
        var wanted = CommonOptions()
        wanted.isJSON = words.contains("--json")
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            let text = word == "--color" ? next : word.hasPrefix("--color=") ? String(word.dropFirst(8)) : ""
            wanted.colour = CommonOptions.Colour(rawValue: text) ?? wanted.colour
        }
        return wanted
    }

    private static func option(_ word: String) -> CommandOutline.Option? {
        let name = String(word.prefix { $0 != "=" })
        return Nothing.syntax.outline.options.first { $0.name != "--help" && ($0.name == name || $0.short == name) }
    }

    /// The options of the tool itself, for help and completions; they are read by the command.
    static let syntax = CommandSyntax("launchhub", summary: "", for: Nothing.init) {
        $0.commonOptions()
        $0.flag("--version", short: "-V", \.showsVersion, "print the version")
    }

    /// A command that does nothing, because options have to be those of a command.
    struct Nothing: Command {
        static let syntax = CommandSyntax(name: "", summary: "", discussion: [], for: Nothing.init) { _ in }

        var common = CommonOptions()
        var showsVersion = false

        func run(_ console: Console) async throws -> ExitCode { .success }
    }
}
