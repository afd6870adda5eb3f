// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices

/// One command of the tool, with the values of its options and arguments.
protocol Command: Sendable {
    static var syntax: CommandSyntax<Self> { get }

    /// The commands that the next word chooses from; empty for a command that does something itself.
    static var subcommands: [any Command.Type] { get }

    /// The options that every command has.
    var common: CommonOptions { get set }

    /// Runs the command.
    ///
    /// - Throws: `UsageError`, or what is wrong with a file; the tool then ends with ``ExitCode/usage``.
    func run(_ console: Console) async throws -> ExitCode
}

/// The options that every command has.
struct CommonOptions: Sendable {
    /// Whether to write lines of JSON.
    var isJSON = false
}

extension Command {
    static var subcommands: [any Command.Type] { [] }

    /// The word that calls the command.
    static var name: String { outline.name }

    /// The command's names and texts.
    static var outline: CommandOutline { syntax.outline }

    /// Returns the command that the first of the words choose, and the words after them.
    static func chosen(_ words: ArraySlice<String>) throws(UsageError) -> (any Command.Type, ArraySlice<String>) {
        guard !subcommands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return (Self.self, words) }
        guard let next = subcommands.first(where: { $0.name == word }) else {
            throw UsageError(
                description: "\(outline.path) has no command \"\(word)\"."
                    + Suggestion.text(word, among: subcommands.map { $0.name })
            )
        }
        return try next.chosen(words.dropFirst())
    }

    /// Reads the words after the command's name.
    static func parse(_ words: [String]) throws(UsageError) -> any Command { try syntax.parse(words) }
}

extension CommandSyntax where Command: LaunchHubTool.Command {
    /// Makes the syntax of a command of the tool.
    ///
    /// - Parameters:
    ///   - name: The name of the command.
    ///   - summary: A description of one line.
    ///   - discussion: A description of a few lines.
    ///   - make: Returns the command of a command line without options.
    ///   - declare: Declares the options and arguments of this command alone.
    init(
        name: String,
        summary: String,
        discussion: [String],
        for make: @escaping @Sendable () -> Command,
        _ declare: (inout CommandDeclarations<Command>) -> Void
    ) {
        self.init("launchhub \(name)", summary: summary, discussion: discussion, for: make) { declarations in
            declare(&declarations)
            declarations.flag("--json", \.common.isJSON, "write JSON Lines instead of text")
        }
    }
}
