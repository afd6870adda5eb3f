// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Property {
    /// Returns the form of an extension, one of those that every property has or one of its own.
    ///
    /// - Parameter name: The name of the extension.
    /// - Returns: Its form.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    package func form(named name: String) throws(PropertyError) -> ExtensionForm {
        let known = ExtensionForm.builtIn + forms
        guard let form = known.first(where: { $0.name == name }) else {
            throw .unknown("extension", name, among: known.map(\.name))
        }
        return form
    }

    /// Returns the working copy of an extension's settings; empty before any was set.
    ///
    /// - Parameter name: The name of the extension.
    /// - Returns: The settings.
    package func settings(of name: String) -> ExtensionSettings {
        resources.first { $0.name == name }?.draft.map(ExtensionSettings.init) ?? ExtensionSettings()
    }

    /// Sets and removes settings of an extension, all of them or none.
    ///
    /// - Parameters:
    ///   - values: The keys with their values as text; an empty text removes the setting.
    ///   - name: The name of the extension, which is installed by its first setting.
    ///   - scope: Where the settings apply.
    ///   - secrets: The keys that may be published although they look like secrets.
    /// - Throws: ``PropertyError`` that names the key.
    package mutating func set(
        _ values: [(key: String, text: String)],
        of name: String,
        in scope: SettingScope,
        allowing secrets: Set<String> = []
    ) throws(PropertyError) {
        let form = try form(named: name)
        try form.check(scope)
        var settings = settings(of: name)
        for (key, text) in values {
            let setting = try form.setting(key, in: scope, allowing: secrets)
            if text.isEmpty {
                settings[scope][key] = JSONValue?.none
            } else {
                let value = try setting.value(text)
                try Secrets.check(value, at: key, allowing: secrets)
                settings[scope][key] = value
            }
        }
        put(.extension, name, settings.content)
    }

    /// Removes an extension or a rule from the working copy.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    package mutating func remove(_ name: String) throws(PropertyError) {
        let place = try place(ofResource: name)
        guard resources[place].draft != nil else {
            throw .unknown("extension or rule", name, among: resources.filter { $0.draft != nil }.map(\.name))
        }
        resources[place].draft = nil
    }

    mutating func put(_ kind: PropertyResource.Kind, _ name: String, _ draft: JSONValue) {
        if let place = resources.firstIndex(where: { $0.name == name }) {
            resources[place].draft = draft
        } else {
            resources.append(PropertyResource(kind: kind, name: name, draft: draft))
        }
    }
}
