// SPDX-License-Identifier: Apache-2.0

import HubServices

/// One reading of a command line.
struct CommandLineReader<Command: Sendable> {
    private(set) var command: Command
    private let syntax: CommandSyntax<Command>
    /// The words that were read by their places.
    private var arguments: [String] = []
    /// The long forms of the options with a value that were given.
    private var given: Set<String> = []

    private var path: String { syntax.outline.path }

    init(_ syntax: CommandSyntax<Command>, _ command: Command) {
        self.syntax = syntax
        self.command = command
    }

    mutating func read(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        var allowsOptions = true
        while let word = rest.popFirst() {
            if allowsOptions, word == "--" {
                allowsOptions = false
            } else if allowsOptions, word.hasPrefix("-"), word != "-" {
                try readOption(word, &rest)
            } else {
                try readArgument(word)
            }
        }
        if let missing = syntax.outline.parameters.dropFirst(arguments.count).first(where: \.isRequired) {
            let article = "AEIOU".contains(missing.name.prefix(1)) ? "an" : "a"
            throw UsageError("\(path) needs \(article) \(missing.name): \(missing.help).")
        }
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = parts(of: word, &rest)
        let name = parts[0]
        guard !CommandOutline.helpOption.isSpelt(name) else { return }
        guard let option = option(name) else {
            throw UsageError(
                "unknown option \"\(name)\" for \(path)."
                    + Suggestion.text(name, among: syntax.outline.options.map(\.name))
            )
        }
        let outline = option.outline
        guard let value = outline.value else {
            guard parts.count == 1 else {
                throw UsageError("option \(outline.name) takes no value, but has \"\(parts[1])\".")
            }
            _ = option.store("", &command)
            return
        }
        guard let text = parts.count == 2 ? parts[1] : rest.popFirst(), !text.isEmpty else {
            throw UsageError("option \(outline.name) needs a value: \(outline.name) \(value.placeholder).")
        }
        guard given.insert(outline.name).inserted else {
            throw UsageError("option \(outline.name) is given twice.")
        }
        guard option.store(text, &command) else { throw Self.invalid(outline.name, text, value) }
    }

    private func option(_ name: String) -> CommandDeclarations<Command>.Declared<CommandOutline.Option>? {
        syntax.options.first { $0.outline.isSpelt(name) }
    }

    /// Returns the name of an option, and its value if that is in the same word.
    ///
    /// What follows a short option without a blank is its value, or further flags, which become the next word.
    private func parts(of word: String, _ rest: inout ArraySlice<String>) -> [String] {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard !word.hasPrefix("--"), parts[0].count > 2, let option = option(String(word.prefix(2))) else {
            return parts
        }
        let behind = String(word.dropFirst(2))
        if option.outline.value != nil { return [option.outline.name, behind] }
        guard self.option("-" + behind.prefix(1)) != nil else { return parts }
        rest.insert("-" + behind, at: rest.startIndex)
        return [option.outline.name]
    }

    private mutating func readArgument(_ word: String) throws(UsageError) {
        guard let last = syntax.parameters.last else {
            throw UsageError("unexpected argument \"\(word)\"; \(path) takes none.")
        }
        let index = min(arguments.count, syntax.parameters.count - 1)
        guard index == arguments.count || last.outline.isRepeated else {
            let known = syntax.outline.parameters.map(\.name).joined(separator: " ")
            throw UsageError("unexpected argument \"\(word)\"; \(path) takes \(known).")
        }
        let parameter = syntax.parameters[index]
        guard parameter.store(word, &command) else {
            throw Self.invalid(parameter.outline.name, word, parameter.outline.value)
        }
        arguments.append(word)
    }

    private static func invalid(_ name: String, _ text: String, _ value: CommandOutline.Value) -> UsageError {
        UsageError("\(name) is \"\(text)\"; use \(value.expected)." + Suggestion.text(text, among: value.choices))
    }
}
