// SPDX-License-Identifier: Apache-2.0

/// A program whose command lines shells complete.
///
/// The scripts are made of the outlines that the parser reads, so that they offer what it accepts and nothing else.
package struct CompletionSource: Sendable {
    /// The name of the program.
    let program: String
    /// The program's commands.
    let commands: [CommandOutline]
    /// The options that stand in the place of a command or before it.
    let options: [CommandOutline.Option]

    /// Makes the source of completion scripts.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - commands: The outlines of its commands, whose paths begin with the name.
    ///   - options: The options that stand in the place of a command or before it.
    package init(program: String, commands: [CommandOutline], options: [CommandOutline.Option]) {
        self.program = program
        self.commands = commands
        self.options = options + [CommandOutline.helpOption]
    }

    /// A word that may follow, and what it means.
    struct Offer: Sendable {
        let word: String
        let help: String
    }

    /// The values of an option or of an argument.
    struct Values: Sendable {
        let command: String
        /// The names of the option; for an argument its place, or `*` for all the places from its own on.
        let names: [String]
        let value: CommandOutline.Value
    }

    /// Returns the words of a command behind the program's name.
    func name(of command: CommandOutline) -> String { String(command.path.dropFirst(program.count + 1)) }

    /// The first words of all commands, each once, and `help`.
    var firstWords: [Offer] {
        var offers: [Offer] = []
        for command in commands {
            let word = String(name(of: command).prefix { $0 != " " })
            guard !offers.contains(where: { $0.word == word }) else { continue }
            let group = commands.map(name).filter { $0.hasPrefix(word + " ") }.map { $0.dropFirst(word.count + 1) }
            let help = name(of: command) == word ? command.summary : group.joined(separator: ", ")
            offers.append(Offer(word: word, help: help))
        }
        return offers + [Offer(word: "help", help: "describe the program or a command")]
    }

    /// The second words of commands that have two, by the first.
    var secondWords: [(first: String, offers: [Offer])] {
        firstWords.compactMap { first in
            let offers = commands.compactMap { command -> Offer? in
                let name = name(of: command)
                guard name.hasPrefix(first.word + " ") else { return nil }
                return Offer(word: String(name.dropFirst(first.word.count + 1)), help: command.summary)
            }
            return offers.isEmpty ? nil : (first.word, offers)
        }
    }

    /// The options of each command; the program's own stand under an empty name.
    var optionsByCommand: [(command: String, options: [CommandOutline.Option])] {
        [("", options)] + commands.map { (name(of: $0), $0.options) }
    }

    /// The values of all options that have one.
    var optionValues: [Values] {
        optionsByCommand.flatMap { command, options in
            options.compactMap { option in
                option.value.map { Values(command: command, names: option.spellings, value: $0) }
            }
        }
    }

    /// The values of all arguments.
    var argumentValues: [Values] {
        commands.flatMap { command in
            command.parameters.enumerated().map { place, parameter in
                Values(
                    command: name(of: command),
                    names: [parameter.isRepeated ? "*" : "\(place)"],
                    value: parameter.value
                )
            }
        }
    }

    /// Returns a text between single quotes, which mean themselves in every shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension CommandOutline.Option {
    /// The long form, and the short one if there is one.
    var spellings: [String] { [name] + (short.map { [$0] } ?? []) }
}

/// A shell that completes command lines.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// Returns the script that makes the shell complete the command lines of a program.
    ///
    /// - Parameter source: The program.
    /// - Returns: The lines of the script.
    package func script(_ source: CompletionSource) -> [String] {
        switch self {
        case .bash: BashCompletion(source: source).lines
        case .zsh: ZshCompletion(source: source).lines
        case .fish: FishCompletion(source: source).lines
        }
    }
}
