// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubProperty
import LaunchHubSession

/// The command `launchhub config sdk`.
struct ConfigSDK: Command {
    private enum Action: String, CaseIterable {
        case new, check, explain, migrate, schema
    }

    static let syntax = CommandSyntax(
        name: "config sdk",
        summary: "make, check and explain configurations of the measurement SDK",
        discussion: [
            "\"new\" makes the configuration of an app id from the built-in one. \"check\" reads a file as apps do and writes an",
            "example of a ping for each template. \"explain\" says what a member is, or lists all of them. \"migrate\" lists",
            "what the built-in configuration has and a file has not, and adds it with --write. \"schema\" prints the JSON",
            "Schema, for editors.",
        ],
        examples: [
            "launchhub config sdk new P0A1B2C3D-0000-4000-8000-000000000001",
            "launchhub config sdk check sdk.json",
            "launchhub config sdk explain creditValue",
        ],
        for: ConfigSDK.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "new, check, explain, migrate or schema")
        $0.argument(\.what, .text("WHAT"), "the app id, the file, or the member")
        $0.option("--collector", \.collector, .collector, "new: the server of pings (default: this machine)")
        $0.flag("--write", \.writes, "migrate: add what is missing to the file")
        $0.option("--folder", \.folder, .text("FOLDER"), "new: the published configurations (default: RemoteConfig)")
    }

    var common = CommonOptions()
    private var action = Action.schema
    private var what: String?
    private var collector: URL?
    private var writes = false
    private var folder = "RemoteConfig"

    func run(_ console: Console) async throws -> ExitCode {
        if action != .new, collector != nil { throw UsageError("only new takes --collector.") }
        if action != .migrate, writes { throw UsageError("only migrate takes --write.") }
        switch (action, what) {
        case (.new, nil): throw UsageError("new needs the app id that was assigned to the app.")
        case (.check, nil), (.migrate, nil): throw UsageError("\(action.rawValue) needs a file.")
        case (.schema, let what?): throw UsageError("unexpected argument \"\(what)\"; schema takes none.")
        case (.schema, nil):
            console.write(String(decoding: SDKSchema.text, as: UTF8.self).trimmingCharacters(in: .newlines))
        case (.explain, let member): try explain(member, console)
        case (.new, let appID?): try make(appID, console)
        case (.check, let file?): return try check(file, console)
        case (.migrate, let file?): return try migrate(file, console)
        }
        return .success
    }

    private func make(_ appID: String, _ console: Console) throws {
        let data = try SDKConfigurationFile.text(for: appID, collector: collector)
        let file = try SDKConfigurationFile.create(
            data,
            for: appID,
            in: URL(fileURLWithPath: folder, isDirectory: true)
        )
        console.write(
            ["kind": "made", "appid": .string(appID), "file": .string(file.path)],
            or: "Made \(folder)/sdk/\(appID).json. Apps find it below \(folder)/sdk."
        )
    }

    private func check(_ file: String, _ console: Console) throws -> ExitCode {
        let rehearsal = try SDKRehearsal(try InputLines.all(file))
        if console.isJSON {
            for remark in rehearsal.remarks { console.write(["kind": "finding", "message": .string(remark)]) }
            for example in rehearsal.examples {
                var line: JSONObject = ["kind": "example", "template": .string(example.template)]
                line["url"] = example.url.map(JSONValue.string)
                line["body"] = example.body.map(JSONValue.string)
                console.write(line)
            }
        } else {
            for remark in rehearsal.remarks { console.write(VisibleText.line(remark)) }
            for example in rehearsal.examples {
                console.write(console.style.bold(VisibleText.line(example.template)))
                console.write("  " + (example.url ?? "no example: no product makes a ping of it in the trial"))
                if let body = example.body { console.write("  " + body) }
            }
            let count = rehearsal.examples.count
            let verdict = rehearsal.remarks.isEmpty ? "valid" : "apps accept this file; see the remarks"
            console.write("\(file): \(verdict); \(CheckText.counted(count, "template")).")
        }
        return rehearsal.remarks.isEmpty ? .success : .findings
    }

    private func explain(_ name: String?, _ console: Console) throws {
        let schema = try SDKSchema()
        let members = try name.map(schema.members) ?? schema.members
        for member in members {
            if console.isJSON {
                var line: JSONObject = [
                    "kind": "member", "path": .string(member.path), "help": .string(member.help),
                    "expected": .string(member.expected),
                ]
                line["builtIn"] = member.builtIn
                console.write(line)
            } else if name == nil {
                console.write("  \(member.path): \(member.help)")
            } else {
                console.write(console.style.bold(member.path))
                console.write("  \(member.help)")
                console.write("  Use \(member.expected).")
                if let value = member.builtIn { console.write("  Built in: \(PropertyText.shown(value))") }
                if !member.members.isEmpty { console.write("  Members: \(member.members.joined(separator: ", "))") }
            }
        }
    }

    private func migrate(_ file: String, _ console: Console) throws -> ExitCode {
        let migration = try SDKMigration(of: try InputLines.all(file))
        for addition in migration.additions {
            console.write(
                ["kind": "missing", "path": .string(addition.path), "value": addition.value],
                or: "  \(addition.path): \(PropertyText.shown(addition.value))"
            )
        }
        guard writes else {
            if !console.isJSON { console.write("\(file) lacks \(migration.additions.count) of the built-in parts.") }
            return migration.additions.isEmpty ? .success : .findings
        }
        guard file != "-" else { throw UsageError("--write needs a file.") }
        if !migration.additions.isEmpty {
            try SDKConfigurationFile.write(
                try migration.text(adding: migration.additions),
                to: URL(fileURLWithPath: file)
            )
        }
        if !console.isJSON { console.write("Added \(migration.additions.count) parts to \(file).") }
        return .success
    }
}

extension ValueForm<URL> {
    /// The address of a collector.
    fileprivate static var collector: ValueForm {
        ValueForm("URL", expected: "an address such as https://collector.example") { text in
            URL(string: text).flatMap { ["http", "https"].contains($0.scheme?.lowercased()) ? $0 : nil }
        }
    }
}
