// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubProperty

/// The command `launchhub config extension`.
struct ConfigExtension: PropertyCommand {
    private enum Action: String, CaseIterable {
        case set, list, remove, form
    }

    static let syntax = CommandSyntax(
        name: "config extension",
        summary: "set and list the settings of extensions, for each platform",
        discussion: [
            "\"set\" sets KEY=VALUE, all of them or none; KEY= removes a setting. Settings of an environment stand over",
            "those for all. \"list\" shows the settings of the working copy, or with a name everything that an extension",
            "can be set to. Keys that look like a secret are refused, because everybody can read what is published.",
            "\"form\" adds the form of an extension of your own, a JSON file that names its keys, their types, platforms",
            "and defaults; from then on the extension is set and built like the others.",
        ],
        examples: [
            "launchhub config extension list nielsen --platform ios",
            "launchhub config extension set core --environment dev global.ssl=false",
            "launchhub config extension form greeter.json",
        ],
        for: ConfigExtension.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "set, list, remove or form")
        $0.argument(
            \.name,
            .text("EXTENSION", offering: ExtensionForm.builtIn.map(\.name)),
            "the extension: core, nielsen, or one of your own; form: its file"
        )
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
            throw UsageError("\(action.rawValue) takes no setting, but got \"\(setting)\".")
        }
        switch (action, name) {
        case (.list, nil): try list(folder, console)
        case (.list, let name?): try show(try folder.read().form(named: name), console)
        case (.set, nil), (.remove, nil):
            throw UsageError("\(action.rawValue) needs the NAME of an extension.")
        case (.remove, let name?):
            try folder.edit { (property) throws(PropertyError) in try property.remove(name) }
            Self.say("removed", name, console)
        case (.set, let name?): try set(name, folder, console)
        case (.form, nil): throw UsageError("form needs a file, the form of an extension of your own.")
        case (.form, let file?):
            let form = try folder.addForm(try InputLines.all(file), path: file)
            console.write(
                ["kind": "changed", "extension": .string(form.name)],
                or: "Form of \(form.name) added. Set it with extension set \(form.name) KEY=VALUE."
            )
        }
        return .success
    }

    private func set(_ name: String, _ folder: PropertyFolder, _ console: Console) throws {
        guard !settings.isEmpty else { throw UsageError("set needs a setting, such as sfcode=dcr.") }
        let scope = SettingScope(platform: platform, environment: environment)
        let pairs = try settings.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw UsageError("\"\(text)\" is not a setting; write KEY=VALUE, as in sfcode=dcr.")
            }
            return (key: parts[0], text: parts[1])
        }
        try folder.edit { (property) throws(PropertyError) in
            try property.set(pairs, of: name, in: scope, allowing: publicKeys)
        }
        Self.say("set, \(scope)", name, console)
    }

    private static func say(_ what: String, _ name: String, _ console: Console) {
        console.write(
            ["kind": "changed", "extension": .string(name)],
            or: "Extension \(name): \(what). Add it to a library to build it."
        )
    }

    private func list(_ folder: PropertyFolder, _ console: Console) throws {
        let property = try folder.read()
        for resource in property.resources where resource.kind == .extension && resource.draft != nil {
            let settings = property.settings(of: resource.name)
            let revision = resource.hasChanges ? "changed" : "revision \(resource.revisions.count)"
            if !console.isJSON { console.write("\(resource.name) (\(revision))") }
            for scope in settings.places {
                for entry in settings[scope] {
                    console.write(
                        [
                            "kind": "setting", "extension": .string(resource.name), "scope": .string("\(scope)"),
                            "key": .string(entry.key), "value": entry.value,
                        ],
                        or: "  \(scope)  \(entry.key) = \(PropertyText.shown(entry.value))"
                    )
                }
            }
        }
    }

    private func show(_ form: ExtensionForm, _ console: Console) throws {
        let platforms: [SettingScope.Platform?] =
            form.platforms.isEmpty ? [nil] : form.platforms.filter { platform == nil || $0 == platform }
        for platform in platforms {
            if !console.isJSON {
                console.write(form.name + (platform.map { " on \($0.rawValue)" } ?? "") + ": \(form.help)")
            }
            for setting in form.settings(on: platform) {
                var line: JSONObject = [
                    "kind": "form", "extension": .string(form.name), "key": .string(setting.key),
                    "platform": platform.map { .string($0.rawValue) } ?? .null,
                    "required": .bool(setting.isRequired), "values": .string(setting.expected),
                    "help": .string(setting.help),
                ]
                line["default"] = setting.defaultValue
                let required = setting.isRequired ? " (required)" : ""
                let usual = setting.defaultValue.map { " (default: \(PropertyText.shown($0)))" } ?? ""
                console.write(line, or: "  \(setting.key)\(required): \(setting.help); \(setting.expected)\(usual)")
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
