// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubSession

/// The command `launchhub kept`.
struct KeptCommand: Command {
    private enum Action: String, CaseIterable {
        case show, reset
    }

    static let syntax = CommandSyntax(
        name: "kept",
        summary: "show or reset what an app keeps over its launches, the user's choices first",
        discussion: [
            "Reads the folder of an app: the user's choices, the identifiers, the sessions, the configuration, the pings",
            "and the requests of rules that wait, and histories of events. \"show\" changes nothing and exits with 1 where",
            "something is damaged. \"reset\" forgets it all but the user's choices, which only --consent forgets, and files",
            "that are not the library's. Reset while no app uses the folder.",
        ],
        examples: ["launchhub kept show app", "launchhub kept reset app --only pings"],
        for: KeptCommand.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "show or reset")
        $0.argument(\.path, .text("FOLDER"), "the app's folder (default: LAUNCH_HUB_FOLDER)")
        $0.option(
            "--only",
            \.only,
            .choice("GROUP"),
            "reset this alone: consent, identity, lifecycle, configuration, pings, signals, history or damaged"
        )
        $0.flag("--consent", \.forgetsConsent, "reset the user's choices too")
    }

    var common = CommonOptions()
    private var action = Action.show
    private var path: String?
    private var only: KeptFolder.Group?
    private var forgetsConsent = false

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try KeptFolder(url: AppFolderPath.url(path))
        switch action {
        case .show:
            let entries = folder.entries
            Self.show(entries, console)
            return entries.contains(where: \.isDamaged) ? .findings : .success
        case .reset:
            if only == .other {
                throw UsageError("files of others are shown, and left alone; remove them yourself.")
            }
            let (groups, before) = (groups, folder.entries)
            try folder.reset(groups)
            Self.show(groups, before, try KeptFolder(url: folder.url).entries, console)
            return .success
        }
    }

    /// Writes what was forgotten, what had nothing to forget, and what is left.
    private static func show(
        _ groups: Set<KeptFolder.Group>,
        _ before: [KeptFolder.Entry],
        _ after: [KeptFolder.Entry],
        _ console: Console
    ) {
        func isChanged(_ group: KeptFolder.Group) -> Bool {
            before.filter { $0.group == group } != after.filter { $0.group == group }
        }
        let wanted = KeptFolder.Group.allCases.filter(groups.contains)
        let forgotten = wanted.filter(isChanged).map(\.rawValue)
        let empty = wanted.filter { !isChanged($0) }.map(\.rawValue)
        let left = KeptFolder.Group.allCases.filter { group in
            after.contains { $0.group == group && !["none", "not chosen"].contains($0.value) }
        }.map(\.rawValue)
        func array(_ names: [String]) -> JSONValue { .array(names.map(JSONValue.string)) }
        var text = ["Forgotten: \(forgotten.isEmpty ? "nothing" : forgotten.joined(separator: ", "))."]
        if !empty.isEmpty { text.append("Nothing was kept: \(empty.joined(separator: ", ")).") }
        if !left.isEmpty { text.append("Left as it is: \(left.joined(separator: ", ")).") }
        console.write(
            [
                "kind": "reset", "groups": array(wanted.map(\.rawValue)), "forgotten": array(forgotten),
                "empty": array(empty), "left": array(left),
            ],
            or: text
        )
    }

    /// The groups to reset.
    private var groups: Set<KeptFolder.Group> {
        if let only { return [only] }
        let all = Set(KeptFolder.Group.allCases).subtracting([.other])
        return forgetsConsent ? all : all.subtracting([.consent])
    }

    private static func show(_ entries: [KeptFolder.Entry], _ console: Console) {
        if console.isJSON { return entries.forEach { console.write($0.json) } }
        for group in KeptFolder.Group.allCases {
            let rows = entries.filter { $0.group == group }
            guard !rows.isEmpty else { continue }
            console.write(console.style.bold(group.rawValue))
            for row in rows {
                let value = row.isDamaged ? console.style.bad(row.value) : row.value
                console.write("  \(row.name): \(value)  \(console.style.dim("(\(row.file))"))")
            }
        }
    }
}
