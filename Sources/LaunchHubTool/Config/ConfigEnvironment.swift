// SPDX-License-Identifier: Apache-2.0

import Foundation
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

/// The command `launchhub config init`.
struct ConfigInit: Command {
    static let syntax = CommandSyntax(
        name: "config init",
        summary: "make a property with three environments",
        discussion: [
            "Makes the folder of a property, with a development, a staging and a production environment. Each has an",
            "app id, which apps pass to configure(withAppId:); nothing is published before the first build.",
        ],
        examples: [
            "launchhub config init radio"
        ],
        for: ConfigInit.init
    ) {
        $0.argument(\.name, .text("NAME"), "the name of the property and of its folder")
        $0.option("--key", \.key, .text("KEY"), "what the app ids have in common (default: EN and random digits)")
        $0.option("--id", \.id, .text("ID"), "the value of property.id (default: PR- and the name)")
        $0.option("--folder", \.folder, .text("FOLDER"), "the published configurations (default: RemoteConfig)")
    }

    var common = CommonOptions()
    private var name = ""
    private var key: String?
    private var id: String?
    private var folder = "RemoteConfig"

    func run(_ console: Console) async throws -> ExitCode {
        let digits = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }
        let property = try Property(name: name, key: key ?? "EN" + Hexadecimal.text(of: digits), id: id)
        try PropertyFolder(root: URL(fileURLWithPath: folder, isDirectory: true), name: name).create(property)
        if console.isJSON {
            console.write(["kind": "property", "property": .string(name), "id": .string(property.id)])
            property.environments.forEach { console.write(ConfigEnvironment.json($0, .current)) }
        } else {
            console.write("Property \(name) in \(folder)/\(name), \(property.id).")
            console.write(PropertyText.rows(property.environments.map { ($0.name, $0.appID) }))
        }
        return .success
    }
}

/// The command `launchhub config instructions`.
struct ConfigInstructions: PropertyCommand {
    static let syntax = CommandSyntax(
        name: "config instructions",
        summary: "print what an app needs: the package and the property's key",
        discussion: [
            "Prints the dependency for Swift Package Manager and the code that names the property's key in an",
            "environment. Apps ask launchhub serve on this machine; --base names another place.",
        ],
        examples: [
            "launchhub config instructions production --base https://a.example/"
        ],
        for: ConfigInstructions.init
    ) {
        $0.argument(\.environment, .environmentName, "the environment (default: development)")
        $0.option("--base", \.base, .address, "the address that RemoteConfig/ is published under")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var environment: String?
    private var base: URL?

    func run(_ console: Console) async throws -> ExitCode {
        let property = try place.open().read()
        let environment = try property.environment(environment ?? PropertyEnvironment.Kind.development.rawValue)
        let instructions = InstallationInstructions(for: environment, base: base)
        if environment.published == nil {
            console.remark("\(environment.name) has no build yet; an app that asks for it now finds nothing.")
        }
        if console.isJSON {
            console.write([
                "kind": "instructions", "environment": .string(environment.name), "appid": .string(environment.appID),
                "manifest": .string(instructions.manifest.joined(separator: "\n")),
                "code": .string(instructions.code.joined(separator: "\n")),
            ])
        } else {
            console.write("Add the package and its products to Package.swift:")
            console.write([""] + instructions.manifest.map { $0.isEmpty ? $0 : "    " + $0 } + [""])
            console.write("Start the app with the key of \(environment.name):")
            console.write([""] + instructions.code.map { $0.isEmpty ? $0 : "    " + $0 })
        }
        return .success
    }
}

extension ValueForm<URL> {
    /// The address of a server or a folder.
    fileprivate static var address: ValueForm {
        ValueForm("URL", expected: "an address such as https://configuration.example/") { text in
            // What is in quotes in a program must not end them.
            guard !text.contains(where: { $0 == "\"" || $0 == "\\" }), let url = URL(string: text) else { return nil }
            return ["http", "https", "file"].contains(url.scheme?.lowercased()) ? url : nil
        }
    }
}
