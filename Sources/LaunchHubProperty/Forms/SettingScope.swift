// SPDX-License-Identifier: Apache-2.0

/// Where a setting applies: a platform or all of them, and an environment or all of them.
package struct SettingScope: Sendable, Hashable, CustomStringConvertible {
    /// The platforms that a property is for.
    package enum Platform: String, Sendable, Hashable, CaseIterable {
        case ios
        case android
    }

    /// The platform; nil for settings of an extension that has one form for all platforms.
    package let platform: Platform?
    /// The kind of environment; nil for all.
    package let environment: PropertyEnvironment.Kind?

    /// Makes a scope.
    ///
    /// - Parameters:
    ///   - platform: The platform; nil for all.
    ///   - environment: The kind of environment; nil for all.
    package init(platform: Platform? = nil, environment: PropertyEnvironment.Kind? = nil) {
        self.platform = platform
        self.environment = environment
    }

    /// Reads the form that files use, such as `ios` or `ios@staging`.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let first = parts.first else { return nil }
        let environment = parts.count == 2 ? PropertyEnvironment.Kind(rawValue: parts[1]) : nil
        guard parts.count == 1 || environment != nil else { return nil }
        let platform = Platform(rawValue: first)
        guard platform != nil || first == Self.every else { return nil }
        self.init(platform: platform, environment: environment)
    }

    private static let every = "all"

    /// The form that files use, such as `ios` or `ios@staging`.
    package var description: String {
        (platform?.rawValue ?? Self.every) + (environment.map { "@\($0.rawValue)" } ?? "")
    }

    /// The same platform in all environments.
    package var inEveryEnvironment: SettingScope { SettingScope(platform: platform) }
}
