// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The file with the form of an extension of one's own.
///
/// ```json
/// {
///   "schema": "launch-hub.extension-form", "version": 1, "name": "com.example.greeter", "help": "greetings",
///   "settings": [
///     {"key": "com.example.greeter.mood", "type": "choice", "choices": ["calm", "merry"], "default": "calm"},
///     {"key": "com.example.greeter.most", "type": "number", "minimum": 1, "maximum": 9, "required": true}
///   ]
/// }
/// ```
struct ExtensionFormFile {
    static let schema = "launch-hub.extension-form"
    static let version: Int64 = 1
    /// The first parts of names that keys of the hub have.
    private static let taken: Set = ["build", "experienceCloud", "global", "lifecycle", "property", "rules"]

    private let object: JSONObject

    /// Reads a form.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - path: Where they come from, for messages.
    /// - Returns: The form.
    /// - Throws: ``PropertyError`` of the code `file` that names the member.
    static func form(in data: Data, path: String) throws(PropertyError) -> ExtensionForm {
        let object: JSONObject
        do throws(JSONConversionError) {
            object = try JSONObject(jsonData: data)
        } catch {
            throw PropertyError(.file, "\(path) is not a form: \(error)")
        }
        do throws(PropertyError) {
            return try ExtensionFormFile(object: object).form()
        } catch {
            throw PropertyError(.file, "\(path) is not a form: \(error)")
        }
    }

    private func form() throws(PropertyError) -> ExtensionForm {
        guard object["schema"]?.stringValue == Self.schema else {
            throw Self.wrong("schema", object["schema"], "\"\(Self.schema)\"")
        }
        guard object["version"]?.intValue == Self.version else {
            throw Self.wrong("version", object["version"], "\(Self.version)")
        }
        try Self.check(object, "", ["schema", "version", "name", "help", "platforms", "settings"])
        let name = try Self.text(object, "name", "")
        try PropertyName.check(name, of: "an extension")
        let first = name.split(separator: ".").first.map(String.init) ?? name
        guard !ExtensionForm.builtIn.contains(where: { $0.name == first }), !Self.taken.contains(first) else {
            throw PropertyError(.name, "name is \"\(name)\", and \(first) belongs to the hub; use another name")
        }
        let platforms = try Self.platforms(object, "")
        guard let list = object["settings"]?.arrayValue, !list.isEmpty else {
            throw Self.wrong("settings", object["settings"], "an array of settings")
        }
        var settings: [SettingForm] = []
        for (place, element) in list.enumerated() {
            let path = "settings[\(place)]"
            guard let member = element.objectValue else { throw Self.wrong(path, element, "an object") }
            let setting = try Self.setting(member, path + ".", platforms)
            if platforms == nil, !setting.key.hasPrefix(name + ".") {
                throw PropertyError(
                    .key,
                    "\(path).key is \"\(setting.key)\"; keys of an extension begin with its name: "
                        + "\"\(name).\(setting.key)\""
                )
            }
            let others = settings.filter { $0.key == setting.key }.flatMap(\.platforms)
            if setting.platforms.contains(where: others.contains) {
                throw PropertyError(.key, "\(path).key is \"\(setting.key)\", which another setting has already")
            }
            settings.append(setting)
        }
        let shape = platforms.map { ExtensionForm.Shape.platforms(prefix: name + ".", $0) } ?? .flat
        let help = object["help"]?.stringValue ?? name
        return ExtensionForm(name: name, help: help, shape: shape, settings: settings)
    }

    // MARK: - Settings

    private enum Kind: String, CaseIterable {
        case text
        case flag
        case number
        case choice

        /// The members that only this type has.
        var members: [String] {
            switch self {
            case .text, .flag: []
            case .number: ["minimum", "maximum"]
            case .choice: ["choices"]
            }
        }
    }

    private static func setting(
        _ member: JSONObject,
        _ path: String,
        _ all: [SettingScope.Platform]?
    ) throws(PropertyError) -> SettingForm {
        let key = try text(member, "key", path)
        try PropertyName.check(key, of: "a setting")
        let word = try text(member, "type", path)
        guard let kind = Kind(rawValue: word) else {
            let names = Kind.allCases.map(\.rawValue)
            throw PropertyError(
                .value,
                "\(path)type is \"\(word)\"; use \(names.joined(separator: ", "))."
                    + Suggestion.text(word, among: names)
            )
        }
        try check(member, path, ["key", "type", "help", "required", "default", "platforms"] + kind.members)
        var required = false
        if let value = member["required"] {
            guard let flag = value.boolValue else { throw wrong(path + "required", value, "true or false") }
            required = flag
        }
        let own = try platforms(member, path)
        if let own, !Set(own).isSubset(of: all ?? []) {
            let right =
                all.map { $0.map(\.rawValue).joined(separator: ", ") } ?? "platforms beside name, for all settings"
            throw PropertyError(.value, "\(path)platforms has one that the extension has not; use \(right)")
        }
        let values = try values(of: kind, member, path)
        let form = SettingForm(
            key,
            values,
            member["help"]?.stringValue ?? key,
            isRequired: required,
            defaultValue: member["default"],
            on: own ?? all ?? SettingScope.Platform.allCases
        )
        if let value = form.defaultValue {
            do throws(PropertyError) {
                try form.check(value)
                try Secrets.check(value, at: key, allowing: [key])
            } catch {
                throw PropertyError(.value, "\(path)default: \(error)")
            }
        }
        return form
    }

    private static func values(
        of kind: Kind,
        _ member: JSONObject,
        _ path: String
    ) throws(PropertyError) -> SettingForm.Values {
        switch kind {
        case .text: return .text
        case .flag: return .flag
        case .number:
            let minimum = try number(member, "minimum", path) ?? .min
            let maximum = try number(member, "maximum", path) ?? .max
            guard minimum <= maximum else {
                throw PropertyError(.value, "\(path)minimum is \(minimum), which is more than the maximum \(maximum)")
            }
            return .number(minimum...maximum)
        case .choice:
            let choices = member["choices"]?.arrayValue.map { $0.compactMap(\.stringValue) } ?? []
            guard !choices.isEmpty, choices.count == member["choices"]?.arrayValue?.count,
                choices.allSatisfy({ !$0.isEmpty })
            else { throw wrong(path + "choices", member["choices"], "an array of texts") }
            return .choice(choices)
        }
    }

    // MARK: - Members

    private static func text(_ object: JSONObject, _ key: String, _ path: String) throws(PropertyError) -> String {
        guard let text = object[key]?.stringValue, !text.isEmpty else { throw wrong(path + key, object[key], "a text") }
        return text
    }

    private static func number(_ object: JSONObject, _ key: String, _ path: String) throws(PropertyError) -> Int64? {
        guard let value = object[key] else { return nil }
        guard let number = value.intValue else { throw wrong(path + key, value, "a whole number") }
        return number
    }

    private static func platforms(
        _ object: JSONObject,
        _ path: String
    ) throws(PropertyError) -> [SettingScope.Platform]? {
        guard let value = object["platforms"] else { return nil }
        let found = value.arrayValue.map { $0.compactMap { $0.stringValue.flatMap(SettingScope.Platform.init) } } ?? []
        guard !found.isEmpty, found.count == value.arrayValue?.count, Set(found).count == found.count else {
            throw wrong(path + "platforms", value, "an array of ios and android")
        }
        return SettingScope.Platform.allCases.filter(found.contains)
    }

    private static func check(_ object: JSONObject, _ path: String, _ known: [String]) throws(PropertyError) {
        guard let other = object.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw PropertyError(
            .key,
            "\(path)\(other.prefix(80)) is not a member here; there are \(known.joined(separator: ", "))."
                + Suggestion.text(other, among: known)
        )
    }

    private static func wrong(_ path: String, _ value: JSONValue?, _ right: String) -> PropertyError {
        guard let value else { return PropertyError(.value, "\(path) is missing; use \(right)") }
        let shown = String(value.jsonText.prefix(80))
        return PropertyError(.value, "\(path) is \(shown); use \(right)")
    }
}
