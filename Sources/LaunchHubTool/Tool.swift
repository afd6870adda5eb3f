// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubSession

/// Chooses the command and turns what it throws into a message and an exit code.
enum Tool {
    static let commands: [any Command.Type] =
        [
            DemoCommand.self, PlayCommand.self, ReplayCommand.self, DiffCommand.self, ExplainCommand.self,
            ReportCommand.self,
            ValidateCommand.self, SegmentCommand.self, KeptCommand.self, PingsCommand.self, RulesCommand.self,
            CertifyCommand.self, ConfigCommand.self, RecordCommand.self, CompletionsCommand.self, VersionCommand.self,
            DoctorCommand.self, PingsListCommand.self, PingsShowCommand.self, PingsResendCommand.self,
            PingsExportCommand.self, ExtensionNewCommand.self,
        ] + serverCommands

    #if canImport(LaunchHubServer)
        /// The commands that only systems with the server have.
        private static let serverCommands: [any Command.Type] = [ExportCommand.self, ServeCommand.self]
    #else
        private static let serverCommands: [any Command.Type] = []
    #endif

    /// The options that stand in the place of a command or before it.
    static var options: [CommandOutline.Option] { ToolWords.syntax.outline.options.dropLast() }

    /// The commands, each with those that its next word chooses from behind it.
    static var all: [any Command.Type] { commands.flatMap { [$0] + $0.subcommands } }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - words: The words of the command line, without the name of the program.
    ///   - console: Where the command reads and writes.
    /// - Returns: What the process is to end with.
    static func run(_ words: [String], _ console: Console) async -> ExitCode {
        await InputLines.$standardInput.withValue(console.input) { await runCommand(words, console) }
    }

    private static func runCommand(_ words: [String], _ console: Console) async -> ExitCode {
        // What is wrong is said in the form that was asked for, also where the rest is not understood.
        let console = console.with(ToolWords.wanted(words))
        do {
            return try await dispatch(words, console)
        } catch let error as UsageError {
            let given = ToolWords(words).rest
            let command = (try? command(given))?.command.words ?? commands.first { $0.words == given.first }?.words
            console.fail("\(error)", help: "launchhub\(command.map { " \($0)" } ?? "") --help")
        } catch {
            console.fail("\(error)")
        }
        return .usage
    }

    private static func dispatch(_ words: [String], _ console: Console) async throws -> ExitCode {
        let given = ToolWords(words)
        guard let name = given.rest.first else {
            console.write(help(width: console.helpWidth))
            return .usage
        }
        switch name {
        case "--help", "-h", "help":
            let width = console.helpWidth
            let named = given.rest.dropFirst().filter { !$0.hasPrefix("-") }
            let shown = named.isEmpty ? nil : try command(named).command
            console.write(shown.map { help(of: $0, width: width) } ?? help(width: width))
            return .success
        case "--version", "-V":
            return try await run(VersionCommand.self, given.common + given.rest.dropFirst(), console)
        default: break
        }
        let (command, rest) = try command(given.rest)
        if CommandOutline.asksForHelp(rest) {
            console.write(help(of: command, width: console.helpWidth))
            return .success
        }
        return try await run(command, given.common + rest, console)
    }

    private static func run(
        _ command: any Command.Type,
        _ words: [String],
        _ console: Console
    ) async throws -> ExitCode {
        let parsed = try command.parse(words)
        guard !parsed.common.isQuiet || !parsed.common.isVerbose else {
            throw UsageError("--quiet and --verbose contradict each other; use one of them.")
        }
        let console = console.with(parsed.common)
        console.detail("launchhub \(HubPackage.version), command \(command.words)")
        let began = ContinuousClock.now
        let code = try await parsed.run(console)
        console.detail(
            "\(command.words) took \((ContinuousClock.now - began).wholeMilliseconds) ms; exit code \(code.rawValue)"
        )
        return code
    }

    /// Finds the command that words begin with.
    ///
    /// - Returns: The command and the words behind its name.
    private static func command(
        _ words: [String]
    ) throws(UsageError) -> (command: any Command.Type, rest: [String]) {
        for count in [2, 1] where words.count >= count {
            let name = words.prefix(count).joined(separator: " ")
            guard let command = all.first(where: { $0.words == name }) else { continue }
            let rest = words.dropFirst(count)
            if !command.subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") {
                let known = command.subcommands.map { $0.words }
                throw UsageError(
                    "Unknown command \"\(name) \(word)\"." + Suggestion.text("\(name) \(word)", among: known)
                )
            }
            return (command, Array(rest))
        }
        let name = words.first ?? ""
        let group = commands.map { $0.words }.filter { $0.hasPrefix(name + " ") }
        if !group.isEmpty {
            guard let second = words.dropFirst().first, !second.hasPrefix("-") else {
                let seconds = group.map { String($0.dropFirst(name.count + 1)) }.joined(separator: " or ")
                throw UsageError("launchhub \(name) needs \(seconds) behind it.")
            }
            let both = "\(name) \(second)"
            let meant = Suggestion.text(both, among: group)
            throw UsageError(
                "Unknown command \"\(both)\"."
                    + (meant.isEmpty ? " It is \(group.map { "\"\($0)\"" }.joined(separator: " or "))." : meant)
            )
        }
        let what = name.hasPrefix("-") ? "unknown option" : "Unknown command"
        let known = name.hasPrefix("-") ? options.map(\.name) + ["--help"] : commands.map { $0.words }
        throw UsageError("\(what) \"\(name)\"." + Suggestion.text(name, among: known))
    }

    /// Returns the help of a command, with the commands whose names begin with its own.
    private static func help(of command: any Command.Type, width: Int) -> String {
        let others = commands.filter { $0.words.hasPrefix(command.words + " ") }
        let rows =
            others.isEmpty ? [] : ["", "", "Commands:"] + others.map { HelpText.row($0.words, $0.outline.summary) }
        return command.outline.help(width: width) + HelpText.wrapped(rows.joined(separator: "\n"), width)
    }

    /// The commands as the help groups them; the last group has those that no other one names.
    private static let groups: [(title: String, commands: [String])] = [
        ("See it work", ["demo", "play", "serve"]),
        ("Recorded sessions", ["record", "replay", "explain", "diff", "report", "export"]),
        ("Check an integration", ["certify", "validate", "segment", "rules"]),
        (
            "An app's folder and its pings",
            ["doctor", "kept", "pings", "pings list", "pings show", "pings resend", "pings export"]
        ),
        ("Build", ["config", "extension new"]),
        ("The tool itself", ["completions", "version"]),
    ]

    /// Returns the help of the tool.
    ///
    /// - Parameter width: The number of columns to wrap to.
    /// - Returns: The help, wrapped to the width.
    static func help(width: Int = HelpText.width) -> String {
        let known = Set(groups.flatMap(\.commands))
        let others = commands.map { $0.words }.filter { !known.contains($0) }
        let rows = groups.flatMap { group in
            let names = group.commands + (group.title == groups.last?.title ? others : [])
            let members = names.compactMap { name in commands.first { $0.words == name } }
            return ["", "\(group.title):"] + members.map { HelpText.row($0.words, $0.outline.summary) }
        }
        let help = """
            launchhub \(HubPackage.version): plays, checks, replays and reports measured sessions of the event hub

            Usage: launchhub COMMAND [options]
            \(rows.joined(separator: "\n"))

            New here? Run "launchhub demo". It needs no arguments and no network.
            "launchhub COMMAND --help" describes a command, "launchhub --version" prints the version.
            Exit codes: 0 done, 1 done with findings, 2 the command line or a file is wrong.
            """
        return HelpText.wrapped(help, width)
    }
}

@main
enum Main {
    static func main() async {
        StandardStreams.ignorePipeSignal()
        StandardStreams.keepDescriptors()
        let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), Console())
        exit(code.rawValue)
    }
}

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
