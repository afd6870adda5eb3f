// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubProperty

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
