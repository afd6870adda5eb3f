// SPDX-License-Identifier: Apache-2.0

/// The environment of a property that a build belongs to.
///
/// One configuration may contain values for several environments: in staging, a value under `__stage__key` or
/// `__staging__key` replaces that of `key`; in development, one under `__dev__key` or `__development__key` does. In
/// production `key` itself is used, and `__prod__key` or `__production__key` only if there is no `key`.
package enum ConfigurationEnvironment: String, Sendable, Hashable, CaseIterable {
    /// The environment of published apps.
    case production
    /// The environment for tests before publication.
    case staging
    /// The environment of developers.
    case development

    /// The configuration key whose value names the environment.
    package static let key = "build.environment"

    /// Reads the name of an environment, or is nil for an unknown name.
    ///
    /// - Parameter name: The long name, or `prod`, `stage` or `dev`, in any case.
    package init?(name: String) {
        let folded = name.lowercased()
        guard let environment = Self.allCases.first(where: { $0.names.contains(folded) }) else { return nil }
        self = environment
    }

    /// The short name, followed by the long one.
    private var names: [String] {
        switch self {
        case .production: ["prod", "production"]
        case .staging: ["stage", "staging"]
        case .development: ["dev", "development"]
        }
    }

    private var prefixes: [String] { names.map { "__\($0)__" } }

    /// Returns the names under which a value for a key is looked up in this environment; the first that exists is used.
    ///
    /// - Parameter key: A key without a prefix.
    /// - Returns: The names, with the key itself first in production and last in the other environments.
    package func spellings(of key: String) -> [String] {
        let prefixed = prefixes.map { $0 + key }
        return self == .production ? [key] + prefixed : prefixed + [key]
    }

    /// Returns the key whose value a prefixed name replaces.
    ///
    /// - Parameter name: A name such as `__dev__global.privacy`.
    /// - Returns: The name without its prefix, or nil if it has no prefix of a known environment or nothing follows.
    package static func key(standingBehind name: String) -> String? {
        guard name.hasPrefix("__") else { return nil }
        for environment in allCases {
            for prefix in environment.prefixes where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
                return String(name.dropFirst(prefix.count))
            }
        }
        return nil
    }
}
