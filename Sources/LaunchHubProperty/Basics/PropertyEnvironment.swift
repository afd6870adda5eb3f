// SPDX-License-Identifier: Apache-2.0

package import LaunchHub

/// An environment of a property: an app id, and the builds that were published under it.
package struct PropertyEnvironment: Sendable, Hashable, Codable {
    /// The kinds of environments, in the order in which a library passes through them.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case development
        case staging
        case production

        /// The kind as configurations spell it under `build.environment`.
        package var shortName: String {
            switch self {
            case .development: "dev"
            case .staging: "stage"
            case .production: "prod"
            }
        }

        /// The kind as the hub knows it.
        package var environment: ConfigurationEnvironment {
            switch self {
            case .development: .development
            case .staging: .staging
            case .production: .production
            }
        }

        /// The kind that follows; nil behind production.
        package var next: Kind? {
            switch self {
            case .development: .staging
            case .staging: .production
            case .production: nil
            }
        }
    }

    /// The name; that of its kind where there is one environment of that kind.
    package let name: String
    package let kind: Kind
    /// The id that apps pass to `configure(withAppId:)`, which is also the path of the published file.
    package let appID: String
    /// The builds, the earliest first; their numbers are 1, 2 and so on.
    package internal(set) var builds: [BuildRecord] = []
    /// The number of the build that is published; nil before the first.
    package internal(set) var current: Int?

    /// The build that is published.
    package var published: BuildRecord? { current.flatMap(build) }

    /// Returns the build with a number; nil if there is no such build.
    package func build(_ number: Int) -> BuildRecord? { builds.first { $0.number == number } }
}

/// A build of an environment, as the property remembers it; its bytes are in a file of their own.
package struct BuildRecord: Sendable, Hashable, Codable {
    /// The number of the build in its environment, from 1.
    package let number: Int
    /// The library that was built.
    package let library: String
    /// The revisions that it was built from.
    package let items: [LibraryItem]
    /// The SHA-256 of the published bytes, as hexadecimal digits.
    package let digest: String
    /// The number of published bytes.
    package let size: Int
}
