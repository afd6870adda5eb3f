// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The command lines of a command: a value whose properties are what a command line says.
package struct CommandSyntax<Command: Sendable>: Sendable {
    package let outline: CommandOutline
    let parameters: [CommandDeclarations<Command>.Declared<CommandOutline.Parameter>]
    let options: [CommandDeclarations<Command>.Declared<CommandOutline.Option>]
    private let make: @Sendable () -> Command

    /// Makes the syntax of a command.
    ///
    /// - Parameters:
    ///   - path: The words that call the command, such as `launchhub play`.
    ///   - summary: A description of one line.
    ///   - discussion: A description of a few lines.
    ///   - examples: Lines for a shell, which the help shows last.
    ///   - make: Returns the command of a command line without options.
    ///   - declare: Declares the options and arguments in the order of the help; `--help` is added.
    package init(
        _ path: String,
        summary: String,
        discussion: [String] = [],
        examples: [String] = [],
        for make: @escaping @Sendable () -> Command,
        _ declare: (inout CommandDeclarations<Command>) -> Void
    ) {
        var declarations = CommandDeclarations<Command>()
        declare(&declarations)
        parameters = declarations.parameters
        options = declarations.options
        outline = CommandOutline(
            path: path,
            summary: summary,
            discussion: discussion,
            parameters: parameters.map(\.outline),
            options: options.map(\.outline) + [CommandOutline.helpOption],
            examples: examples
        )
        self.make = make
    }

    /// Reads a command line.
    ///
    /// Options may stand before and behind the other words, as `--name value` or `--name=value`, `-n value`, `-n=value` or
    /// `-nvalue`; short flags may share a dash, as in `-qv`; `--` ends them.
    ///
    /// - Parameter words: The words after the path.
    /// - Returns: The command.
    /// - Throws: ``UsageError`` that names the word, and what was probably meant.
    package func parse(_ words: [String]) throws(UsageError) -> Command {
        var reader = CommandLineReader(self, make())
        try reader.read(words)
        return reader.command
    }
}

/// An error in a command line.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Makes an error.
    ///
    /// - Parameter description: What is wrong, where, and what would be right: a sentence with its full stop. Control
    ///   characters in it are shown by their codes.
    package init(_ description: String) {
        self.description = VisibleText.line(description)
    }
}
