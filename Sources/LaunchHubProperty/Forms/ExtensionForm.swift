// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The settings that an extension takes, on each platform.
package struct ExtensionForm: Sendable {
    /// How settings stand in a configuration.
    enum Shape: Sendable {
        /// As keys of their own.
        case flat
        /// As members of one object for each platform, under a prefix and the name of the platform.
        case platforms(prefix: String)
    }

    /// The name of the extension.
    package let name: String
    /// A description of one line.
    package let help: String
    let shape: Shape
    private let settings: @Sendable (SettingScope.Platform?) -> [SettingForm]
    /// The keys that the SDK takes but no property may publish, with the reason.
    private let refused: [String: String]

    init(
        _ name: String,
        _ help: String,
        _ shape: Shape,
        refused: [String: String] = [:],
        settings: @escaping @Sendable (SettingScope.Platform?) -> [SettingForm]
    ) {
        self.name = name
        self.help = help
        self.shape = shape
        self.refused = refused
        self.settings = settings
    }

    /// Whether each platform has settings of its own.
    package var isPerPlatform: Bool {
        if case .platforms = shape { true } else { false }
    }

    /// Returns the settings on a platform.
    package func settings(on platform: SettingScope.Platform?) -> [SettingForm] { settings(platform) }

    /// Returns the extension of a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: Its form.
    /// - Throws: ``PropertyError`` of the code `unknown`.
    package static func named(_ name: String) throws(PropertyError) -> ExtensionForm {
        guard let form = all.first(where: { $0.name == name }) else {
            throw .unknown("extension", name, among: all.map(\.name))
        }
        return form
    }

    /// Checks that the extension has settings in a scope.
    func check(_ scope: SettingScope) throws(PropertyError) {
        if isPerPlatform, scope.platform == nil {
            throw PropertyError(
                .value,
                "\(name) has settings for each platform; name one with --platform ios or android"
            )
        }
        if !isPerPlatform, let platform = scope.platform {
            throw PropertyError(
                .value,
                "\(name) has the same settings on all platforms; leave --platform \(platform.rawValue) out"
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
        let forms = settings(scope.platform)
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
