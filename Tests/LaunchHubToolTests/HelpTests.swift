// SPDX-License-Identifier: Apache-2.0

import HubCommandLine

import Testing

@testable import LaunchHubTool

/// The help of the tool and of its commands.
struct HelpTests {
    @Test(arguments: [80, 98])
    func helpHasALineForEachOptionAndIsNoWiderThanAScreen(_ width: Int) {
        for command in Tool.commands {
            let help = command.outline.help(width: width)
            #expect(command.outline.options.allSatisfy { help.contains($0.name) })
            #expect(help.split(separator: "\n").allSatisfy { $0.count <= width })
            #expect(Tool.help(width: width).contains("  \(command.words) "))
            #expect(Tool.help(width: width).split(separator: "\n").allSatisfy { $0.count <= width })
        }
    }

    @Test func everyCommandHasTheCommonOptions() {
        for command in Tool.commands {
            let names = command.outline.options.map(\.name)
            #expect(names.suffix(5) == ["--json", "--color", "--quiet", "--verbose", "--help"])
        }
    }
}
