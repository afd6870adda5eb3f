// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices

/// The command `launchhub version`.
struct VersionCommand: Command {
    static let syntax = CommandSyntax(
        name: "version",
        summary: "print the version",
        discussion: ["Prints the name and the version of this tool, as the options --version and -V do."],
        examples: ["launchhub version", "launchhub version --json"],
        for: VersionCommand.init
    ) { _ in }

    var common = CommonOptions()

    func run(_ console: Console) async throws -> ExitCode {
        console.write(
            ["kind": "version", "name": "launchhub", "version": .string(HubPackage.version)],
            or: "launchhub \(HubPackage.version)"
        )
        return .success
    }
}
