// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubProperty

/// The command `launchhub config environment`.
struct ConfigEnvironment: PropertyCommand {
    private enum Action: String, CaseIterable {
        case list, add
    }

    static let syntax = CommandSyntax(
        name: "config environment",
        summary: "list the environments with what is published, or add one",
        discussion: [
            "\"list\" shows each environment, its app id and its build; it exits with 1 where a published file is not what",
            "the build has written. \"add\" adds a development environment, for a library beside the others.",
        ],
        examples: [
            "launchhub config environment",
            "launchhub config environment add preview",
        ],
        for: ConfigEnvironment.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "list (default) or add")
        $0.argument(\.name, .text("NAME"), "add: the name of the environment")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var action: Action?
    private var name: String?

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        switch (action ?? .list, name) {
        case (.add, let name?):
            let added = try folder.edit { (property) throws(PropertyError) in
                try property.addEnvironment(named: name)
                return try property.environment(name)
            }
            console.write(Self.json(added, .current), or: "Environment \(added.name): \(added.appID)")
            return .success
        case (.add, nil): throw UsageError("add needs the NAME of the environment.")
        case (.list, let name?): throw UsageError("list takes no name, but got \"\(name)\".")
        case (.list, nil): return try list(folder, console)
        }
    }

    private func list(_ folder: PropertyFolder, _ console: Console) throws -> ExitCode {
        let environments = try folder.read().environments.map { ($0, folder.standing(of: $0)) }
        for (environment, standing) in environments {
            let build = environment.published.map { "build \($0.number), library \($0.library)" } ?? "no build"
            let rows = PropertyText.rows([(environment.name, build + Self.words(standing))])
            console.write(Self.json(environment, standing), or: rows + ["    \(environment.appID)"])
        }
        return environments.allSatisfy { $0.1 == .current } ? .success : .findings
    }

    private static func words(_ standing: PropertyFolder.Standing) -> String {
        switch standing {
        case .current: ""
        case .behind: "; the published file is another one, the next change replaces it"
        case .edited: "; the published file was changed by hand or cut off, build with --replace to restore it"
        }
    }

    static func json(_ environment: PropertyEnvironment, _ standing: PropertyFolder.Standing) -> JSONObject {
        [
            "kind": "environment", "environment": .string(environment.name), "of": .string(environment.kind.rawValue),
            "appid": .string(environment.appID),
            "build": environment.current.map(JSONValue.number) ?? .null,
            "library": environment.published.map { .string($0.library) } ?? .null,
            "builds": .number(environment.builds.count), "published": .string("\(standing)"),
        ]
    }
}
