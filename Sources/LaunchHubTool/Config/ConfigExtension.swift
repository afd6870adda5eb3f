// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubProperty

/// The command `launchhub config extension`.
struct ConfigExtension: PropertyCommand {
    private enum Action: String, CaseIterable {
        case set
        case list
        case remove
    }

    static let syntax = CommandSyntax(
        name: "config extension",
        summary: "set and list the settings of extensions, for each platform",
        discussion: [
            "\"set\" sets KEY=VALUE, all of them or none; KEY= removes a setting. Settings of an environment stand over",
            "those for all. \"list\" shows the settings of the working copy, or with a name everything that an extension",
            "can be set to. Keys that look like a secret are refused, because everybody can read what is published.",
            "",
            "  launchhub config extension set nielsen --platform ios appid=P… sfcode=dcr",
            "  launchhub config extension set core --environment development lifecycle.sessionTimeout=10",
        ],
        for: ConfigExtension.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "set, list or remove")
        $0.argument(\.name, .text("NAME"), "the extension: core or nielsen")
        $0.arguments(\.settings, .text("KEY=VALUE"), "set: the settings")
        $0.option("--platform", \.platform, .choice("PLATFORM"), "ios or android, for settings that each platform has")
        $0.option("--environment", \.environment, .environment, "an environment alone (default: all of them)")
        $0.option("--public", \.publicKeys, .keys, "keys that look like a secret and are none")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var action = Action.list
    private var name: String?
    private var settings: [String] = []
    private var platform: SettingScope.Platform?
    private var environment: PropertyEnvironment.Kind?
    private var publicKeys: Set<String> = []

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        if action != .set, let setting = settings.first {
            throw UsageError(description: "\(action.rawValue) takes no setting, but got \"\(setting)\".")
        }
        switch (action, name) {
        case (.list, nil): try list(folder, console)
        case (.list, let name?): try form(of: name, console)
        case (.set, nil), (.remove, nil):
            throw UsageError(description: "\(action.rawValue) needs the NAME of an extension.")
        case (.remove, let name?):
            try folder.change { (property) throws(PropertyError) in
                try property.remove(name)
                return ([], ())
            }
            Self.say("removed", name, console)
        case (.set, let name?): try set(name, folder, console)
        }
        return .success
    }

    private func set(_ name: String, _ folder: PropertyFolder, _ console: Console) throws {
        guard !settings.isEmpty else { throw UsageError(description: "set needs a setting, such as sfcode=dcr.") }
        let scope = SettingScope(platform: platform, environment: environment)
        let pairs = try settings.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw UsageError(description: "\"\(text)\" is not a setting; write KEY=VALUE, as in sfcode=dcr.")
            }
            return (key: parts[0], text: parts[1])
        }
        try folder.change { (property) throws(PropertyError) in
            try property.set(pairs, of: name, in: scope, allowing: publicKeys)
            return ([], ())
        }
        Self.say("set, \(scope)", name, console)
    }

    private static func say(_ what: String, _ name: String, _ console: Console) {
        if console.isJSON {
            console.write(["kind": "changed", "extension": .string(name)])
        } else {
            console.write("Extension \(name): \(what). Add it to a library to build it.")
        }
    }

    private func list(_ folder: PropertyFolder, _ console: Console) throws {
        let property = try folder.read()
        for resource in property.resources where resource.kind == .extension && resource.draft != nil {
            let settings = property.settings(of: resource.name)
            let revision = resource.hasChanges ? "changed" : "revision \(resource.revisions.count)"
            if !console.isJSON { console.write("\(resource.name) (\(revision))") }
            for scope in settings.places {
                for entry in settings[scope] {
                    if console.isJSON {
                        console.write([
                            "kind": "setting", "extension": .string(resource.name), "scope": .string("\(scope)"),
                            "key": .string(entry.key), "value": entry.value,
                        ])
                    } else {
                        console.write("  \(scope)  \(entry.key) = \(PropertyText.shown(entry.value))")
                    }
                }
            }
        }
    }

    private func form(of name: String, _ console: Console) throws {
        let form = try ExtensionForm.named(name)
        let platforms: [SettingScope.Platform?] =
            form.isPerPlatform ? SettingScope.Platform.allCases.filter { platform == nil || $0 == platform } : [nil]
        for platform in platforms {
            if !console.isJSON {
                console.write(form.name + (platform.map { " on \($0.rawValue)" } ?? "") + ": \(form.help)")
            }
            for setting in form.settings(on: platform) {
                if console.isJSON {
                    console.write([
                        "kind": "form", "extension": .string(name), "key": .string(setting.key),
                        "platform": platform.map { .string($0.rawValue) } ?? .null,
                        "required": .bool(setting.isRequired), "values": .string(setting.expected),
                        "help": .string(setting.help),
                    ])
                } else {
                    let required = setting.isRequired ? " (required)" : ""
                    console.write("  \(setting.key)\(required): \(setting.help); \(setting.expected)")
                }
            }
        }
    }
}

extension ValueForm<Set<String>> {
    /// Keys with commas between them.
    static var keys: ValueForm {
        ValueForm("KEYS", expected: "keys with commas between them") { text in
            Set(text.split(separator: ",").map(String.init))
        }
    }
}
