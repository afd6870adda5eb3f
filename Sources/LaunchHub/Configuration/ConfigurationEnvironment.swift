// SPDX-License-Identifier: Apache-2.0

/// Which of a property's environments a build belongs to.
///
/// One configuration may hold values for several: in staging, a value under `__stage__key` or `__staging__key` stands in
/// for `key`, in development one under `__dev__key` or `__development__key`. In production `key` itself counts, and
/// `__prod__key` or `__production__key` only where there is no `key` beside it.
public enum ConfigurationEnvironment: String, Sendable, Hashable, CaseIterable {
    /// What the public uses.
    case production
    /// What is tested before it is published.
    case staging
    /// What programmers use.
    case development

    /// The configuration key whose value names the environment.
    public static let key = "build.environment"

    /// Reads an environment's name.
    ///
    /// - Parameter name: The long name or `prod`, `stage`, `dev`, in any case; anything else gives nil.
    public init?(name: String) {
        let folded = name.lowercased()
        guard let environment = Self.allCases.first(where: { $0.names.contains(folded) }) else { return nil }
        self = environment
    }

    /// The short name, then the long one.
    private var names: [String] {
        switch self {
        case .production: ["prod", "production"]
        case .staging: ["stage", "staging"]
        case .development: ["dev", "development"]
        }
    }

    private var prefixes: [String] { names.map { "__\($0)__" } }

    /// Under which names a value for a key is looked for in this environment, the first that is there counting.
    ///
    /// - Parameter key: A key without a prefix.
    /// - Returns: The key itself first in production, last in the others.
    public func spellings(of key: String) -> [String] {
        let prefixed = prefixes.map { $0 + key }
        return self == .production ? [key] + prefixed : prefixed + [key]
    }

    /// The key that a name stands in for.
    ///
    /// - Parameter name: A name such as `__dev__global.privacy`.
    /// - Returns: What follows the prefix, or nil where the name has no prefix of a known environment or nothing follows.
    public static func key(standingBehind name: String) -> String? {
        guard name.hasPrefix("__") else { return nil }
        for environment in allCases {
            for prefix in environment.prefixes where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
                return String(name.dropFirst(prefix.count))
            }
        }
        return nil
    }
}
