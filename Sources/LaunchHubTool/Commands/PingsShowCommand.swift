// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import HubStorage
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub pings show`.
struct PingsShowCommand: Command {
    static let syntax = CommandSyntax(
        name: "pings show",
        summary: "explain pings that wait in an app's folder",
        discussion: [
            "Writes a ping's state, its tries, why it was set aside, and its parameters as \"launchhub pings\" does.",
            "A ping is named by its number in the list, or by its id, of which four characters are enough.",
            "Nothing is changed.",
        ],
        examples: ["launchhub pings show app 1"],
        for: PingsShowCommand.init
    ) {
        $0.argument(\.path, .text("FOLDER"), "the app's folder, or its queue's file")
        $0.arguments(\.ids, .text("PING"), "numbers or ids, as \"launchhub pings list\" shows them")
        $0.flag("--all", \.showsEmpty, "show empty parameters too")
    }

    var common = CommonOptions()
    private var path = ""
    private var ids: [String] = []
    private var showsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        guard !ids.isEmpty else { throw UsageError(description: "no ping is named; write its number or its id.") }
        let queue = try QueuedPings(path)
        let pings = try ids.map(queue.ping)
        for ping in pings { console.isJSON ? console.write(ping.json) : show(ping, console) }
        return pings.contains(where: \.isDamaged) ? .findings : .success
    }

    private func show(_ ping: QueuedPing, _ console: Console) {
        let hit = ping.entry.hit
        var rows = [
            ("id", ping.id), ("state", ping.isDamaged ? "damaged, \(ping.state)" : ping.state),
            ("queued", TimeText.date(ping.created)), ("tries", "\(hit.attempts)"), ("stream", hit.stream),
            ("file", ping.file),
        ]
        if let reason = ping.entry.reason { rows.append(("reason", reason)) }
        if let url = ping.url { rows.append(("address", String(url.prefix { $0 != "?" }))) }
        console.write(rows.map { "\(console.style.dim(Columns.left($0, 8)))  \(VisibleText.line($1))" } + [""])
        if let url = ping.url {
            let table = NielsenPingTable(url, NielsenConfiguration())
            console.write(PingsCommand.text(table, of: url, number: ping.number, showsEmpty: showsEmpty, console.style))
        }
    }
}
