// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import HubStorage
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

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
        for ping in pings { console.write(ping.json, or: Self.line(ping, queue.idLength, console.style)) }
        let aside = pings.count(where: \.isAside)
        let damaged = pings.count(where: \.isDamaged)
        let damage = damaged == 0 ? "" : ", damaged: \(damaged)"
        console.write(
            [
                "kind": "summary", "waiting": .number(pings.count - aside), "set_aside": .number(aside),
                "damaged": .number(damaged),
            ],
            or: "Waiting: \(pings.count - aside), set aside: \(aside)\(damage)."
        )
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
        guard !ids.isEmpty else { throw UsageError("no ping is named; write its number or its id.") }
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
                isAll
                    ? "--all and the names of pings exclude each other."
                    : "no ping is named; write numbers, ids or --all."
            )
        }
        let queue = try QueuedPings(path, only: .aside)
        let wanted: [QueuedPing] = isAll ? queue.pings : try ids.map { try queue.ping($0) }
        let count = wanted.isEmpty ? 0 : try queue.resend(Set(wanted.map(\.id)))
        console.write(["kind": "resent", "count": .number(count)], or: "Queued again: \(count).")
        return .success
    }
}

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
        console.write(
            ["kind": "summary", "pings": .number(pings.count), "file": .string(output)],
            or: "Wrote \(CheckText.counted(pings.count, "ping")) to \(VisibleText.line(output))."
        )
        return .success
    }
}
