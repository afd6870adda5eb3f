// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import HubStorage
import LaunchHubCertification
import LaunchHubSession

/// The command `launchhub pings export`.
struct PingsExportCommand: Command {
    static let syntax = CommandSyntax(
        name: "pings export",
        summary: "write the pings of an app's folder as JSON Lines",
        discussion: [
            "Writes each queued ping as a line: id, state, product, created (milliseconds since 1970), tries, stream,",
            "method, url, body, and the reason if it was set aside. \"launchhub pings\" and \"launchhub certify\" read such",
            "files. They say what somebody has watched; a new one is readable by its owner alone. Nothing is changed.",
        ],
        examples: [
            "launchhub pings export app -o queued.jsonl",
            "launchhub pings export app | launchhub pings --lint",
        ],
        for: PingsExportCommand.init
    ) {
        $0.argument(\.path, .text("FOLDER"), "the app's folder, or its queue's file (default: LAUNCH_HUB_FOLDER)")
        $0.option("--output", short: "-o", \.output, .text("FILE"), "where the lines go (default: standard output)")
        $0.force(\.force)
        $0.option("--only", \.only, .choice("STATE"), "those alone that wait, or were set aside: waiting or aside")
    }

    var common = CommonOptions()
    private var path: String?
    private var output: String?
    private var force = false
    private var only: QueuedPings.State?

    func run(_ console: Console) async throws -> ExitCode {
        let queue = try QueuedPings(path, only: only)
        let pings = queue.pings
        guard let output, output != "-" else {
            for ping in pings { console.write(ping.json) }
            return .success
        }
        let file = try OutputFile(output, .queuedPings, force: force, inputs: queue.files.map(\.path))
        let lines = pings.map { ping in
            var line = ping.json
            line["schema"] = .string(CheckJSON.schema)
            return line.jsonText + "\n"
        }
        try file.write(lines.joined())
        if console.isJSON {
            console.write(["kind": "summary", "pings": .int(Int64(pings.count)), "file": .string(output)])
        } else {
            console.write(
                "Wrote \(pings.count == 1 ? "1 ping" : "\(pings.count) pings") to \(VisibleText.line(output))."
            )
        }
        return .success
    }
}
