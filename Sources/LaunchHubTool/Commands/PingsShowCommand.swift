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
        summary: "explain one ping that waits in an app's folder",
        discussion: [
            "Writes a ping's state, its tries, why it was set aside, and its parameters as \"launchhub pings\" does.",
            "The ping is named by its place in the list, or by its id, of which four characters are enough.",
            "Nothing is changed.",
        ],
        examples: ["launchhub pings show app 1"],
        for: PingsShowCommand.init
    ) {
        $0.argument(\.path, .text("FOLDER"), "the app's folder, or its queue's file")
        $0.argument(\.id, .text("ID"), "the ping's id or number, as \"launchhub pings list\" shows it")
        $0.flag("--all", \.showsEmpty, "show empty parameters too")
    }

    var common = CommonOptions()
    private var path = ""
    private var id = ""
    private var showsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        let ping = try QueuedPings(path).ping(id, takesNumber: true)
        if console.isJSON {
            console.write(ping.json)
            return ping.isDamaged ? .findings : .success
        }
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
            console.write(PingsCommand.text(table, number: ping.number, showsEmpty: showsEmpty, console.style))
        }
        return ping.isDamaged ? .findings : .success
    }
}
