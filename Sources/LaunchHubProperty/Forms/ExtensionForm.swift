// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The settings that an extension takes, on each platform.
package struct ExtensionForm: Sendable, Hashable {
    /// How settings stand in a configuration.
    enum Shape: Sendable, Hashable {
        /// As keys of their own.
        case flat
        /// As members of one object for each platform, under a prefix and the name of the platform.
        case platforms(prefix: String, [SettingScope.Platform])
    }

    /// The name of the extension.
    package let name: String
    /// A description of one line.
    package let help: String
    let shape: Shape
    let settings: [SettingForm]
    /// The keys that the SDK takes but no property may publish, with the reason.
    var refused: [String: String] = [:]

    /// The platforms that have settings of their own; empty for an extension with one form for all.
    package var platforms: [SettingScope.Platform] {
        if case .platforms(_, let platforms) = shape { platforms } else { [] }
    }

    /// Returns the settings on a platform.
    package func settings(on platform: SettingScope.Platform?) -> [SettingForm] {
        settings.filter { setting in platform.map { setting.platforms.contains($0) } ?? true }
    }

    /// Returns the values that are published where nobody has set another one.
    func defaults(on platform: SettingScope.Platform?) -> JSONObject {
        settings(on: platform).reduce(into: JSONObject()) { $0[$1.key] = $1.defaultValue }
    }

    /// Checks that the extension has settings in a scope.
    func check(_ scope: SettingScope) throws(PropertyError) {
        switch (shape, scope.platform) {
        case (.flat, nil): return
        case (.flat, let platform?):
            throw PropertyError(
                .value,
                "\(name) has the same settings on all platforms; leave --platform \(platform.rawValue) out"
            )
        case (.platforms(_, let platforms), let platform):
            if let platform, platforms.contains(platform) { return }
            let names = platforms.map(\.rawValue).joined(separator: " or ")
            throw PropertyError(
                .value,
                platform.map { "\(name) has no settings on \($0.rawValue); use --platform \(names)" }
                    ?? "\(name) has settings for each platform; name one with --platform \(names)"
            )
        }
    }

    /// Returns the form of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - scope: Where it is set.
    ///   - secrets: The keys that may be published although they look like secrets.
    /// - Returns: The form.
    /// - Throws: ``PropertyError`` of the codes `secret` and `key`.
    func setting(
        _ key: String,
        in scope: SettingScope,
        allowing secrets: Set<String>
    ) throws(PropertyError) -> SettingForm {
        if let reason = refused[key] { throw PropertyError(.secret, "\(name) does not publish \(key): \(reason)") }
        try Secrets.check(key: key, allowing: secrets)
        let forms = settings(on: scope.platform)
        if let form = forms.first(where: { $0.key == key }) { return form }
        let keys = forms.map(\.key)
        let place = scope.platform.map { " on \($0.rawValue)" } ?? ""
        throw PropertyError(
            .key,
            "\(name) has no setting \"\(key.prefix(80))\"\(place); it has \(keys.joined(separator: ", "))."
                + Suggestion.text(key, among: keys)
        )
    }
}
