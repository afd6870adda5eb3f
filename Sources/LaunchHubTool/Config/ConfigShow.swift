// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubProperty
import LaunchHubSession

/// The command `launchhub config show`.
struct ConfigShow: PropertyCommand {
    static let syntax = CommandSyntax(
        name: "config show",
        summary: "show a configuration as apps see it, with the origin of each value",
        discussion: [
            "Shows the values that are in force in an environment: those of the environment over those for all. --origin",
            "says of each which revision it comes from, and under which key the published file has it.",
        ],
        examples: [
            "launchhub config show staging --origin"
        ],
        for: ConfigShow.init
    ) {
        $0.argument(\.reference, .reference, "\(PropertyReference.help) (default: draft)")
        $0.flag("--origin", \.showsOrigin, "show where each value comes from")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var reference: PropertyReference?
    private var showsOrigin = false

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        guard let reference = reference ?? PropertyReference("draft") else { return .usage }
        let found = try reference.find(in: folder)
        let rows = PropertyView(found.configuration, origins: found.origins).rows
        guard !console.isJSON else {
            for row in rows {
                var line: JSONObject = ["kind": "value", "key": .string(row.path), "value": row.value]
                if showsOrigin {
                    line["origin"] = .string(row.origin?.description ?? "property")
                    line["spelling"] = .string(row.spelling)
                }
                console.write(line)
            }
            return .success
        }
        console.write(console.style.bold(found.name))
        let shown = rows.map { row in (row.path, PropertyText.shown(row.value) + (showsOrigin ? origin(row) : "")) }
        console.write(PropertyText.rows(shown))
        return .success
    }

    private func origin(_ row: PropertyView.Row) -> String {
        let isRenamed = !row.path.hasPrefix(row.spelling)
        return "  (\(row.origin?.description ?? "the property")\(isRenamed ? ", as \(row.spelling)" : ""))"
    }
}

/// The command `launchhub config diff`.
struct ConfigDiff: PropertyCommand {
    static let syntax = CommandSyntax(
        name: "config diff",
        summary: "compare two configurations value by value",
        discussion: [
            "Compares what is published, builds, and the working copy; without names the working copy with what",
            "development has. It exits with 1 where they differ. The keys that name a build are not compared.",
        ],
        examples: [
            "launchhub config diff staging production",
            "launchhub config diff production:1 production:1",
        ],
        for: ConfigDiff.init
    ) {
        $0.argument(\.before, .reference, "\(PropertyReference.help) (default: development)")
        $0.argument(\.after, .reference, "another one (default: the working copy for development)")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var before: PropertyReference?
    private var after: PropertyReference?

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        guard let before = before ?? PropertyReference("development"), let after = after ?? PropertyReference("draft")
        else { return .usage }
        let (left, right) = (try before.find(in: folder), try after.find(in: folder))
        let differences = ConfigurationDifference.all(from: left.configuration, to: right.configuration)
        if console.isJSON {
            for difference in differences {
                var line: JSONObject = ["kind": "difference", "key": .string(difference.path)]
                line["before"] = difference.before
                line["after"] = difference.after
                console.write(line)
            }
            console.write(["kind": "summary", "differences": .number(differences.count)])
        } else {
            let rows = differences.map {
                ($0.path, "\(PropertyText.shown($0.before)) → \(PropertyText.shown($0.after))")
            }
            console.write("\(left.name), \(right.name): \(CheckText.counted(differences.count, "difference"))")
            console.write(PropertyText.rows(rows))
        }
        return differences.isEmpty ? .success : .findings
    }
}
