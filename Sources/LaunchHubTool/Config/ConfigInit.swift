// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubProperty

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
