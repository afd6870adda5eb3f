// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import Testing

@testable import LaunchHubTool

/// The help of the commands below `launchhub config`.
struct ConfigHelpTests {
    @Test(arguments: [80, 98])
    func helpHasALineForEachOptionAndIsNoWiderThanAScreen(_ width: Int) {
        for command in ConfigCommand.subcommands {
            let help = command.outline.help(width: width)
            #expect(command.outline.options.allSatisfy { help.contains($0.name) })
            #expect(help.split(separator: "\n").allSatisfy { $0.count <= width }, "\(command.name)")
            #expect(ConfigCommand.outline.help(width: width).contains("  \(command.name) "))
            let names = command.outline.options.map(\.name)
            #expect(names.suffix(5) == ["--json", "--color", "--quiet", "--verbose", "--help"])
        }
    }
}
