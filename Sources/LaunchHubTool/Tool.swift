// SPDX-License-Identifier: Apache-2.0

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
            CertifyCommand.self, ConfigCommand.self,
        ] + serverCommands

    #if canImport(LaunchHubServer)
        /// The commands that only systems with the server have.
        private static let serverCommands: [any Command.Type] = [ServeCommand.self]
    #else
        private static let serverCommands: [any Command.Type] = []
    #endif

    static func run(_ words: [String], _ console: Console) async -> ExitCode {
        do {
            return try await dispatch(words, console)
        } catch let error as UsageError {
            let command = commands.first { $0.name == words.first }.map { " \($0.name)" } ?? ""
            console.remark("\(error) See launchhub\(command) --help.")
        } catch {
            console.remark("\(error)")
        }
        return .usage
    }

    private static func dispatch(_ words: [String], _ console: Console) async throws -> ExitCode {
        guard let name = words.first else {
            console.write(help(width: console.style.width))
            return .usage
        }
        switch name {
        case "--help", "-h", "help":
            let width = console.style.width
            let rest = words.dropFirst().drop { $0.hasPrefix("-") }
            let named = try rest.first.map(command)?.chosen(rest.dropFirst()).0
            console.write(named?.outline.help(width: width) ?? help(width: width))
            return .success
        case "--version":
            console.write("launchhub \(HubPackage.version)")
            return .success
        default: break
        }
        let (command, following) = try command(name).chosen(words.dropFirst())
        let rest = Array(following)
        if CommandOutline.asksForHelp(rest) {
            console.write(command.outline.help(width: console.style.width))
            return .success
        }
        let parsed = try command.parse(rest)
        var console = console
        console.isJSON = parsed.common.isJSON
        return try await parsed.run(console)
    }

    private static func command(_ name: String) throws(UsageError) -> any Command.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let what = name.hasPrefix("-") ? "option" : "command"
        let known = name.hasPrefix("-") ? ["--help", "--version"] : commands.map { $0.name }
        throw UsageError(description: "unknown \(what) \"\(name)\"." + Suggestion.text(name, among: known))
    }

    /// Returns the help of the tool.
    ///
    /// - Parameter width: The number of columns to wrap to.
    /// - Returns: The help, wrapped to the width.
    static func help(width: Int = HelpText.width) -> String {
        let rows = commands.map { HelpText.row($0.name, $0.outline.summary) }
        let help = """
            launchhub \(HubPackage.version): plays, checks, replays and reports measured sessions of the event hub

            Usage: launchhub COMMAND [options]

            Commands:
            \(rows.joined(separator: "\n"))

            New here? Run "launchhub demo". It needs no arguments and no network.
            "launchhub COMMAND --help" describes a command, "launchhub --version" prints the version.
            Exit codes: 0 done, 1 done with findings, 2 the command line or a file is wrong.
            """
        return HelpText.wrapped(help, width)
    }
}
