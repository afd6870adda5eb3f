// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession

/// The command `launchhub kept`.
enum KeptCommand: Command {
    static let spec = CommandSpec(
        name: "kept",
        summary: "show or reset what an app keeps over its launches, the user's choices first",
        discussion: [
            "Reads the folder of an app: the user's choices, the identifiers, the configuration, and the pings that",
            "wait. \"show\" changes nothing and exits with 1 where something is damaged. \"reset\" forgets it all",
            "but the user's choices, which only --consent forgets. Reset while no app uses the folder.",
        ],
        argument: ("ACTION", "show or reset"),
        secondArgument: ("FOLDER", "the app's folder (default: LAUNCH_HUB_FOLDER)"),
        options: [
            .init("--only", value: "GROUP", "reset this alone: consent, identity, configuration, pings or damaged"),
            .init("--consent", "reset the user's choices too"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
        let folder = try KeptFolder(url: folder(arguments))
        switch arguments.argument {
        case "show":
            let entries = folder.entries
            show(entries, console)
            return entries.contains(where: \.isDamaged) ? .findings : .success
        case "reset":
            let groups = try groups(arguments)
            try folder.reset(groups)
            let names = KeptFolder.Group.allCases.filter(groups.contains).map(\.rawValue)
            if console.isJSON {
                console.write(["kind": "reset", "groups": .array(names.map { .string($0) })])
            } else {
                console.write("Forgotten: \(names.joined(separator: ", ")).")
            }
            return .success
        case let action:
            let given = action.map { "\"\($0)\" is not an action" } ?? "the action is missing"
            throw UsageError(description: "\(given); use show or reset.")
        }
    }

    private static func folder(_ arguments: ParsedArguments) throws(UsageError) -> URL {
        let path = arguments.secondArgument ?? ProcessRights.variables["LAUNCH_HUB_FOLDER"] ?? ""
        guard !path.isEmpty else {
            throw UsageError(description: "the folder is missing; name it, or set LAUNCH_HUB_FOLDER.")
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw UsageError(description: "\(path) is not a folder; an app makes it when it first keeps something.")
        }
        return URL(fileURLWithPath: path, isDirectory: true)
    }

    private static func groups(_ arguments: ParsedArguments) throws(UsageError) -> Set<KeptFolder.Group> {
        if let name = arguments.value("--only") {
            guard let group = KeptFolder.Group(rawValue: name) else {
                let known = KeptFolder.Group.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(description: "--only is \"\(name)\"; use one of \(known).")
            }
            return [group]
        }
        let all = Set(KeptFolder.Group.allCases)
        return arguments.has("--consent") ? all : all.subtracting([.consent])
    }

    private static func show(_ entries: [KeptFolder.Entry], _ console: Console) {
        if console.isJSON { return entries.forEach { console.write($0.json) } }
        for group in KeptFolder.Group.allCases {
            let rows = entries.filter { $0.group == group }
            guard !rows.isEmpty else { continue }
            console.write("\(group.rawValue)")
            for row in rows { console.write("  \(row.name): \(row.value)  (\(row.file))") }
        }
    }
}
