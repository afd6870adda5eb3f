// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubProperty
import LaunchRules

/// The command `launchhub config rules`.
struct ConfigRules: PropertyCommand {
    private enum Action: String, CaseIterable {
        case add, list, test, publish, remove
    }

    static let syntax = CommandSyntax(
        name: "config rules",
        summary: "add rules to the property, try them on a session, and publish them",
        discussion: [
            "\"add\" takes the rules of a file into the working copy, and refuses what a hub would refuse. \"test\" plays a",
            "recorded session, or the demo's, without the working copy's rules and with them. \"publish\" adds the latest",
            "rules, and nothing else, to a library and builds it.",
        ],
        examples: [
            "launchhub config rules add rules.json --name video",
            "launchhub config rules publish next",
        ],
        for: ConfigRules.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "add, list, test, publish or remove")
        $0.argument(\.what, .text("WHAT"), "the file, the session, the library, or the rule to remove")
        $0.allowEmpty(\.allowsEmpty)
        $0.option("--name", \.name, .text("NAME"), "add: the rule's name (default: that of the file)")
        $0.option("--public", \.publicKeys, .keys, "add: keys that look like a secret and are none")
        $0.flag("--replace", \.replaces, "publish: write over a file that was changed by hand")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var action = Action.list
    private var what: String?
    private var name: String?
    private var publicKeys: Set<String> = []
    private var replaces = false
    private var allowsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        switch (action, what) {
        case (.list, nil): try list(folder, console)
        case (.list, let what?): throw UsageError("unexpected argument \"\(what)\"; list takes none.")
        case (.test, let session): return try await test(session, folder, console)
        case (.add, nil): throw UsageError("add needs a file of rules.")
        case (.publish, nil): throw UsageError("publish needs the name of a library.")
        case (.remove, nil): throw UsageError("remove needs the name of a rule.")
        case (.add, let file?): try add(file, folder, console)
        case (.publish, let library?): try publish(library, folder, console)
        case (.remove, let rule?):
            try folder.edit { (property) throws(PropertyError) in try property.remove(rule) }
            console.write(["kind": "removed", "rule": .string(rule)], or: "Rule \(rule): removed.")
        }
        return .success
    }

    private func add(_ file: String, _ folder: PropertyFolder, _ console: Console) throws {
        let data = try InputLines.all(file)
        let name = name ?? (file == "-" ? "rule" : URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
        let added = try folder.edit { (property) throws(PropertyError) in
            try property.addRules(json: data, named: name, allowing: publicKeys)
        }
        added.remarks.forEach(console.remark)
        console.write(
            ["kind": "added", "rules": .array(added.names.map { .string($0) })],
            or: "Rules added: \(added.names.joined(separator: ", "))."
        )
    }

    private func list(_ folder: PropertyFolder, _ console: Console) throws {
        for resource in try folder.read().resources where resource.kind == .rule && resource.draft != nil {
            console.write(
                [
                    "kind": "rule", "name": .string(resource.name), "changed": .bool(resource.hasChanges),
                    "revisions": .number(resource.revisions.count), "rule": resource.draft ?? .null,
                ],
                or: "\(resource.name) (\(resource.hasChanges ? "changed" : "revision \(resource.revisions.count)"))"
            )
        }
    }

    private func test(_ session: String?, _ folder: PropertyFolder, _ console: Console) async throws -> ExitCode {
        let file = try folder.read().ruleFile
        let rules = try LaunchRuleSet(file)
        guard rules.count > 0 else { throw UsageError("the property has no rules; add some first.") }
        return try await RulesCommand.run(rules, onSession: session, allowsEmpty: allowsEmpty, console)
    }

    private func publish(_ library: String, _ folder: PropertyFolder, _ console: Console) throws {
        try folder.build(replacingEdited: replaces, console) { (property) throws(PropertyError) in
            try property.addChanges(to: library, only: .rule)
            return try property.build(library)
        }
    }
}
