// SPDX-License-Identifier: Apache-2.0

import HubCommandLine

/// The command `launchhub config`.
struct ConfigCommand: Command {
    static let subcommands: [any Command.Type] = [
        ConfigInit.self, ConfigExtension.self, ConfigRules.self, ConfigLibrary.self, ConfigEnvironment.self,
        ConfigBuild.self, ConfigPublish.self, ConfigDiff.self, ConfigShow.self, ConfigRollback.self,
        ConfigInstructions.self, ConfigSDK.self,
    ]

    static let syntax = CommandSyntax(
        name: "config",
        summary: "publish a Launch property: settings, rules, libraries and environments, on files",
        discussion: [
            "Keeps a property in RemoteConfig/, builds its libraries for development, staging and production, and",
            "publishes what apps load with configure(withAppId:).",
            "\"launchhub config COMMAND --help\" describes a command.",
            "",
        ]
            + subcommands.map { HelpText.row($0.name, $0.outline.summary) },
        examples: [
            "launchhub config init player",
            "launchhub config extension set core global.privacy=optedin",
            "launchhub config library new first",
            "launchhub config library add first --all",
            "launchhub config build first",
            "launchhub config instructions development",
        ],
        for: ConfigCommand.init
    ) {
        $0.argument(\.command, .text("COMMAND"), subcommands.map { $0.name }.joined(separator: ", "))
    }

    var common = CommonOptions()
    private var command = ""

    func run(_ console: Console) async throws -> ExitCode {
        throw UsageError("config needs a command: \(Self.subcommands.map { $0.name }.joined(separator: ", ")).")
    }
}
