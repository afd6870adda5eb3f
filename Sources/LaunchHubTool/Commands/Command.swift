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

extension Command {
    static var subcommands: [any Command.Type] { [] }

    /// The last of the words that call the command.
    static var name: String { outline.name }

    /// The words that call the command, behind that of the tool: one, or two such as `extension new`.
    static var words: String { String(outline.path.dropFirst("launchhub ".count)) }

    /// The command's names and texts.
    static var outline: CommandOutline { syntax.outline }

    /// Reads the words after the command's name.
    static func parse(_ words: [String]) throws(UsageError) -> any Command { try syntax.parse(words) }
}

extension UsageError {
    /// An input in which there is nothing to judge: mostly a mistake, and never a good result.
    ///
    /// - Parameters:
    ///   - file: The file; nil or `-` for standard input.
    ///   - what: What it has, or has not.
    /// - Returns: The error.
    static func empty(_ file: String?, _ what: String) -> UsageError {
        let name = file.flatMap { $0 == "-" ? nil : $0 } ?? "Standard input"
        return UsageError("\(name) has \(what); --allow-empty accepts that.")
    }
}

extension CommandSyntax where Command: LaunchHubTool.Command {
    /// Makes the syntax of a command of the tool.
    ///
    /// - Parameters:
    ///   - name: The words that call the command: one, or two such as `extension new`.
    ///   - summary: A description of one line.
    ///   - discussion: A description of a few lines.
    ///   - examples: Lines for a shell, which a test runs.
    ///   - make: Returns the command of a command line without options.
    ///   - declare: Declares the options and arguments of this command alone.
    init(
        name: String,
        summary: String,
        discussion: [String],
        examples: [String] = [],
        for make: @escaping @Sendable () -> Command,
        _ declare: (inout CommandDeclarations<Command>) -> Void
    ) {
        self.init("launchhub \(name)", summary: summary, discussion: discussion, examples: examples, for: make) {
            declare(&$0)
            $0.commonOptions()
        }
    }
}

extension CommandDeclarations where Command: LaunchHubTool.Command {
    /// Declares the option of commands that write files.
    mutating func force(_ value: any WritableKeyPath<Command, Bool> & Sendable) {
        flag("--force", value, "replace a file of another kind")
    }

    /// Declares the option of commands that find nothing in an empty input.
    mutating func allowEmpty(_ value: any WritableKeyPath<Command, Bool> & Sendable) {
        flag("--allow-empty", value, "accept input without anything to judge")
    }

    /// Declares the options that every command has.
    mutating func commonOptions() {
        flag("--json", \.common.isJSON, "write JSON Lines instead of text")
        option("--color", \.common.colour, .choice("WHEN"), "colors: auto (default), always or never")
        flag("--quiet", short: "-q", \.common.isQuiet, "write no remarks and no progress")
        flag("--verbose", short: "-v", \.common.isVerbose, "say what is done, and how long it takes")
    }
}
