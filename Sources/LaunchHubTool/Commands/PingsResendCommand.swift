// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import HubStorage
import LaunchHubSession

/// The command `launchhub pings resend`.
struct PingsResendCommand: Command {
    static let syntax = CommandSyntax(
        name: "pings resend",
        summary: "queue pings again that were set aside in an app's folder",
        discussion: [
            "Puts pings that were set aside behind all others, as if they had never been tried; the app sends them, at",
            "once if it runs, or at its next start. Name them by their numbers or ids, or all of them with --all. Those",
            "that wait already are left where they are. This tool itself sends nothing.",
        ],
        examples: ["launchhub pings resend app --all"],
        for: PingsResendCommand.init
    ) {
        $0.argument(\.path, .text("FOLDER"), "the app's folder, or its queue's file")
        $0.arguments(\.ids, .text("PING"), "numbers or ids, as \"launchhub pings list\" shows them")
        $0.flag("--all", \.isAll, "all that were set aside")
    }

    var common = CommonOptions()
    private var path = ""
    private var ids: [String] = []
    private var isAll = false

    func run(_ console: Console) async throws -> ExitCode {
        guard isAll == ids.isEmpty else {
            throw UsageError(
                description: isAll
                    ? "--all and the names of pings exclude each other."
                    : "no ping is named; write numbers, ids or --all."
            )
        }
        let queue = try QueuedPings(path, only: .aside)
        let wanted: [QueuedPing] = isAll ? queue.pings : try ids.map { try queue.ping($0) }
        let count = wanted.isEmpty ? 0 : try queue.resend(Set(wanted.map(\.id)))
        if console.isJSON {
            console.write(["kind": "resent", "count": .int(Int64(count))])
        } else {
            console.write("Queued again: \(count).")
        }
        return .success
    }
}
