// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import HubStorage
import LaunchHubSession

/// The command `launchhub pings list`.
struct PingsListCommand: Command {
    static let syntax = CommandSyntax(
        name: "pings list",
        summary: "list the pings that wait in an app's folder or were set aside",
        discussion: [
            "Reads the queue of an app: the pings that wait to be sent, in their order, and those that were set aside",
            "because a collector refused them, with its answer. Nothing is changed, also while an app uses the folder.",
            "Exits with 1 where a ping is damaged.",
        ],
        examples: ["launchhub pings list app", "launchhub pings list app --only aside --json"],
        for: PingsListCommand.init
    ) {
        $0.argument(\.path, .text("FOLDER"), "the app's folder, or its queue's file (default: LAUNCH_HUB_FOLDER)")
        $0.arguments(\.ids, .text("PING"), "these alone, by number or id (default: all)")
        $0.option("--only", \.only, .choice("STATE"), "those alone that wait, or were set aside: waiting or aside")
    }

    var common = CommonOptions()
    private var path: String?
    private var ids: [String] = []
    private var only: QueuedPings.State?

    func run(_ console: Console) async throws -> ExitCode {
        let queue = try QueuedPings(path, only: only)
        let pings = ids.isEmpty ? queue.pings : try ids.map(queue.ping)
        if console.isJSON {
            for ping in pings { console.write(ping.json) }
        } else {
            for ping in pings { console.write(Self.line(ping, queue.idLength, console.style)) }
        }
        let aside = pings.count { $0.entry.reason != nil }
        let damaged = pings.count(where: \.isDamaged)
        if console.isJSON {
            console.write([
                "kind": "summary", "waiting": .int(Int64(pings.count - aside)), "set_aside": .int(Int64(aside)),
                "damaged": .int(Int64(damaged)),
            ])
        } else {
            let damage = damaged == 0 ? "" : ", damaged: \(damaged)"
            console.write("Waiting: \(pings.count - aside), set aside: \(aside)\(damage).")
        }
        return damaged == 0 ? .success : .findings
    }

    private static func line(_ ping: QueuedPing, _ idLength: Int, _ style: TextStyle) -> String {
        let state = ping.isDamaged ? style.bad(Columns.left("damaged", 9)) : Columns.left(ping.state, 9)
        let tries = ping.entry.hit.attempts == 1 ? "1 try" : "\(ping.entry.hit.attempts) tries"
        let reason = ping.entry.reason.map { "  " + VisibleText.line($0) } ?? ""
        let id = style.bold(VisibleText.line(String(ping.id.prefix(idLength))))
        let head = "\(Columns.right("\(ping.number)", 3))  \(state)  \(id)  \(Columns.left(ping.product, 10))"
        return "\(head)  \(TimeText.date(ping.created))  \(tries)\(style.dim(reason))"
    }
}
