// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubSession

/// The command `launchhub kept`.
struct KeptCommand: Command {
    private enum Action: String, CaseIterable {
        case show
        case reset
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
                throw UsageError(description: "files of others are shown, and left alone; remove them yourself.")
            }
            let groups = groups
            try folder.reset(groups)
            let names = KeptFolder.Group.allCases.filter(groups.contains).map(\.rawValue)
            if console.isJSON {
                console.write(["kind": "reset", "groups": .array(names.map { .string($0) })])
            } else {
                console.write("Forgotten: \(names.joined(separator: ", ")).")
            }
            return .success
        }
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
