// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubProperty

/// The command `launchhub config library`.
struct ConfigLibrary: PropertyCommand {
    private enum Action: String, CaseIterable {
        case new, add, list
    }

    static let syntax = CommandSyntax(
        name: "config library",
        summary: "make libraries, and add revisions of extensions and rules to them",
        discussion: [
            "\"new\" makes a library that begins with what production has. \"add\" adds the latest revision of extensions",
            "and rules, or of all with --all; a changed working copy becomes a revision. \"list\" shows the libraries.",
        ],
        examples: [
            "launchhub config library new spring --environment development",
            "launchhub config library add next --all",
        ],
        for: ConfigLibrary.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "new, add or list")
        $0.argument(\.name, .text("NAME"), "the library")
        $0.arguments(\.resources, .text("RESOURCE"), "add: the extensions and rules")
        $0.flag("--all", \.addsAll, "add: everything that the property has")
        $0.option("--environment", \.environment, .environmentName, "new: the environment (default: development)")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var action = Action.list
    private var name: String?
    private var resources: [String] = []
    private var addsAll = false
    private var environment: String?

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        try checkWords()
        switch (action, name) {
        case (.list, _): try list(folder, console)
        case (.new, nil), (.add, nil):
            throw UsageError("\(action.rawValue) needs the NAME of the library.")
        case (.new, let name?):
            let library = try folder.edit { (property) throws(PropertyError) in
                try property.addLibrary(named: name, for: environment ?? PropertyEnvironment.Kind.development.rawValue)
                return try property.library(name)
            }
            console.write(
                Self.json(library),
                or: "Library \(name) for \(library.environment), with \(Self.words(library.items))."
            )
        case (.add, let name?):
            let added = try folder.edit { (property) throws(PropertyError) in
                addsAll ? try property.addChanges(to: name) : try property.add(resources, to: name)
            }
            console.write(
                [
                    "kind": "added", "library": .string(name), "items": .array(added.map(PropertyText.json)),
                ],
                or: "Library \(name): added \(Self.words(added))."
            )
        }
        return .success
    }

    private func checkWords() throws(UsageError) {
        if action != .add, addsAll || !resources.isEmpty {
            throw UsageError("only add takes resources and --all.")
        }
        if action != .new, environment != nil { throw UsageError("only new takes --environment.") }
        if action == .add, addsAll == !resources.isEmpty {
            throw UsageError("add needs the names of extensions and rules, or --all.")
        }
        if action == .list, let name { throw UsageError("list takes no name, but got \"\(name)\".") }
    }

    private func list(_ folder: PropertyFolder, _ console: Console) throws {
        for library in try folder.read().libraries {
            console.write(
                Self.json(library),
                or: "\(library.name) for \(library.environment): \(Self.words(library.items))"
            )
        }
    }

    private static func words(_ items: [LibraryItem]) -> String {
        items.isEmpty ? "nothing" : items.map(\.description).joined(separator: ", ")
    }

    private static func json(_ library: PropertyLibrary) -> JSONObject {
        [
            "kind": "library", "library": .string(library.name), "environment": .string(library.environment),
            "items": .array(library.items.map(PropertyText.json)),
        ]
    }
}
