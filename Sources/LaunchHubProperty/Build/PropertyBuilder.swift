// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules
import NielsenAppApi

/// Puts the configuration of a library together, and checks it.
struct PropertyBuilder {
    private let property: Property
    private let library: PropertyLibrary
    private let kind: PropertyEnvironment.Kind
    private(set) var values: [PropertyBuild.Value] = []
    private(set) var remarks: [String] = []
    private var rules: [JSONValue] = []

    /// The key of rules that are a part of a configuration.
    static let rulesKey = "rules"

    init(_ property: Property, _ library: PropertyLibrary, for kind: PropertyEnvironment.Kind) throws(PropertyError) {
        self.property = property
        self.library = library
        self.kind = kind
        try readSettings()
        try readRules()
    }

    /// The configuration without the keys that say which build it is.
    private var members: JSONObject {
        var members = values.reduce(into: JSONObject()) { members, value in
            guard value.path[0] != Self.rulesKey else { return }
            if value.path.count == 1 {
                members[value.path[0]] = value.value
            } else {
                var object = members[value.path[0]]?.objectValue ?? JSONObject()
                object[value.path[1]] = value.value
                members[value.path[0]] = .object(object)
            }
        }
        if !rules.isEmpty { members[Self.rulesKey] = .object(Property.ruleFile(rules)) }
        return members
    }

    /// Returns the published bytes of a build of a number.
    func data(number: Int) throws(PropertyError) -> Data {
        var members = members
        members["property.id"] = .string(property.id)
        members[ConfigurationEnvironment.key] = .string(kind.shortName)
        members["build.revision"] = .int(Int64(number))
        members["build.library"] = .string(library.name)
        let data = JSONValue.object(members).jsonData(pretty: true) + Data("\n".utf8)
        guard data.count <= PropertyBuild.maximumBytes else {
            throw PropertyError(
                .value,
                "the configuration has \(data.count) bytes; a hub reads at most \(PropertyBuild.maximumBytes)"
            )
        }
        do throws(JSONConversionError) {
            _ = try JSONObject(jsonData: data)
        } catch {
            throw PropertyError(.value, "a hub could not read the configuration: \(error)")
        }
        return data
    }

    // MARK: - Settings

    private mutating func readSettings() throws(PropertyError) {
        for item in library.items {
            let resource = property.resources[try property.place(ofResource: item.name)]
            guard resource.kind == .extension, let content = resource.content(ofRevision: item.revision) else {
                continue
            }
            let form = try property.form(named: item.name)
            let settings = ExtensionSettings(content)
            guard settings.content == content else {
                throw PropertyError(.value, "\(item) has a part that is neither of a platform nor of an environment")
            }
            switch form.shape {
            case .flat: try addFlat(settings, form, item)
            case .platforms(let prefix, let platforms):
                for platform in platforms { try addObjects(settings, form, item, prefix, platform) }
            }
        }
        guard !values.isEmpty else {
            throw PropertyError(
                .incomplete,
                "library \(library.name) has no settings; add an extension with library add \(library.name) NAME"
            )
        }
    }

    /// Adds settings as keys of their own; those of an environment stand beside them under a name for it.
    private mutating func addFlat(
        _ settings: ExtensionSettings,
        _ form: ExtensionForm,
        _ item: LibraryItem
    ) throws(PropertyError) {
        for scope in settings.places {
            for entry in settings[scope] {
                try check(entry.key, entry.value, form, scope)
                add([Self.key(entry.key, scope.environment)], entry.value, item, scope)
            }
        }
        let everywhere = SettingScope()
        for entry in form.defaults(on: nil) where settings[everywhere][entry.key] == nil {
            add([entry.key], entry.value, item, everywhere)
        }
        let effective = settings.merged(SettingScope(environment: kind))
        try judge(form.defaults(on: nil).merging(effective), form, nil)
    }

    /// Adds the settings of a platform as an object, and one for each environment that differs.
    private mutating func addObjects(
        _ settings: ExtensionSettings,
        _ form: ExtensionForm,
        _ item: LibraryItem,
        _ prefix: String,
        _ platform: SettingScope.Platform
    ) throws(PropertyError) {
        let scopes =
            [SettingScope(platform: platform)]
            + settings.environments(on: platform).map { SettingScope(platform: platform, environment: $0) }
        for scope in scopes {
            let merged = form.defaults(on: platform).merging(settings.merged(scope))
            guard !merged.isEmpty else { continue }
            for entry in merged { try check(entry.key, entry.value, form, scope) }
            let name = Self.key(prefix + platform.rawValue, scope.environment)
            for entry in merged {
                let isOwn = settings[scope][entry.key] != nil
                add([name, entry.key], entry.value, item, isOwn ? scope : scope.inEveryEnvironment)
            }
        }
        let effective = SettingScope(platform: platform, environment: kind)
        try judge(form.defaults(on: platform).merging(settings.merged(effective)), form, platform)
    }

    private static func key(_ key: String, _ environment: PropertyEnvironment.Kind?) -> String {
        environment.map { "__\($0.shortName)__\(key)" } ?? key
    }

    private mutating func add(_ path: [String], _ value: JSONValue, _ item: LibraryItem, _ scope: SettingScope?) {
        values.append(
            PropertyBuild.Value(path: path, value: value, origin: PropertyBuild.Origin(item: item, scope: scope))
        )
    }

    // MARK: - Checking

    /// Checks a setting again: a later version may have other forms, and somebody may have changed the file.
    private func check(
        _ key: String,
        _ value: JSONValue,
        _ form: ExtensionForm,
        _ scope: SettingScope
    ) throws(PropertyError) {
        // Who allowed a key by name has done so when it was set.
        try form.setting(key, in: scope, allowing: [key]).check(value)
        try Secrets.check(value, at: key, allowing: [key])
    }

    /// Checks what a platform, or all of them, has in the environment of the build.
    private mutating func judge(
        _ settings: JSONObject,
        _ form: ExtensionForm,
        _ platform: SettingScope.Platform?
    ) throws(PropertyError) {
        let place = platform.map { " on \($0.rawValue)" } ?? ""
        guard !settings.isEmpty else {
            if platform != nil { remarks.append("\(form.name) has no settings\(place) in \(kind.rawValue)") }
            return
        }
        if let missing = form.settings(on: platform).first(where: { $0.isRequired && settings[$0.key] == nil }) {
            throw PropertyError(
                .incomplete,
                "\(form.name) has no \(missing.key)\(place) in \(kind.rawValue); set \(missing.help) with extension set "
                    + "\(form.name) \(platform.map { "--platform \($0.rawValue) " } ?? "")\(missing.key)=…"
            )
        }
        guard form.isOfTheSDK else { return }
        let validator = NielsenValidator(isForProduction: kind == .production)
        for issue in validator.validate(.appinfo, .object(settings)) {
            let text = "\(form.name)\(place): \(issue.message)"
            guard issue.severity < .error else { throw PropertyError(.value, text) }
            remarks.append(text)
        }
    }

    // MARK: - Rules

    /// Adds the rules in the order of the property.
    private mutating func readRules() throws(PropertyError) {
        var rules: [JSONValue] = []
        for resource in property.resources where resource.kind == .rule {
            guard let revision = library.revision(of: resource.name) else { continue }
            guard let rule = resource.content(ofRevision: revision) else { continue }
            rules.append(rule)
            add([Self.rulesKey, resource.name], rule, LibraryItem(name: resource.name, revision: revision), nil)
        }
        guard !rules.isEmpty else { return }
        let set: LaunchRuleSet
        do throws(LaunchRuleError) {
            set = try LaunchRuleSet(Property.ruleFile(rules))
        } catch {
            throw PropertyError(.rule, error.description)
        }
        if let refused = set.findings.first(where: \.isRefusal) {
            throw PropertyError(.rule, "a hub refuses a rule: \(refused.description)")
        }
        self.rules = rules
    }
}
