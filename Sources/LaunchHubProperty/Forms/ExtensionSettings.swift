// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The settings of an extension, by where they apply.
package struct ExtensionSettings: Sendable, Hashable {
    private var scopes: [SettingScope: JSONObject]

    /// Makes settings without any value.
    package init() { scopes = [:] }

    /// Reads the content of a resource; what is not settings is left out.
    package init(_ content: JSONValue) {
        let pairs = (content.objectValue ?? JSONObject()).compactMap { entry in
            SettingScope(entry.key).flatMap { scope in entry.value.objectValue.map { (scope, $0) } }
        }
        scopes = Dictionary(pairs) { $1 }
    }

    /// The settings as the content of a resource.
    package var content: JSONValue {
        .object(
            JSONObject(
                Dictionary(uniqueKeysWithValues: scopes.map { ($0.key.description, JSONValue.object($0.value)) })
            )
        )
    }

    /// The scopes that have settings, those for all environments first.
    package var places: [SettingScope] {
        scopes.keys.sorted { left, right in
            (left.environment == nil ? 0 : 1, left.description) < (right.environment == nil ? 0 : 1, right.description)
        }
    }

    /// The settings of a scope alone.
    package subscript(scope: SettingScope) -> JSONObject {
        get { scopes[scope] ?? JSONObject() }
        set { scopes[scope] = newValue.isEmpty ? nil : newValue }
    }

    /// The kinds of environments that have settings of their own on a platform.
    func environments(on platform: SettingScope.Platform?) -> [PropertyEnvironment.Kind] {
        PropertyEnvironment.Kind.allCases.filter { !self[SettingScope(platform: platform, environment: $0)].isEmpty }
    }

    /// Returns what is in force on a platform in an environment: the settings for all with those of the environment
    /// over them.
    func merged(_ scope: SettingScope) -> JSONObject {
        let shared = self[scope.inEveryEnvironment]
        return scope.environment == nil ? shared : shared.merging(self[scope])
    }
}
