// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices

/// The command `launchhub completions`.
struct CompletionsCommand: Command {
    static let syntax = CommandSyntax(
        name: "completions",
        summary: "write a script with which a shell completes command lines of this tool",
        discussion: [
            "Writes a script for bash, zsh or fish that offers commands, options and the values that they accept, with",
            "their meaning where the shell shows it. The script is made of what the commands themselves read. bash and",
            "fish source it; zsh also loads it from a folder of $fpath, where its name is _launchhub.",
        ],
        examples: [
            "source <(launchhub completions bash)",
            "launchhub completions zsh > _launchhub",
            "launchhub completions fish > launchhub.fish",
        ],
        for: CompletionsCommand.init
    ) {
        $0.argument(\.shell, .choice("SHELL"), "bash, zsh or fish")
    }

    var common = CommonOptions()
    private var shell = CompletionShell.bash

    func run(_ console: Console) async throws -> ExitCode {
        let source = CompletionSource(
            program: "launchhub",
            commands: Tool.all.map { $0.outline },
            options: Tool.options
        )
        let script = shell.script(source)
        if console.isJSON {
            let text = script.joined(separator: "\n") + "\n"
            console.write(["kind": "completions", "shell": .string(shell.rawValue), "script": .string(text)])
        } else {
            console.write(script)
        }
        return .success
    }
}
