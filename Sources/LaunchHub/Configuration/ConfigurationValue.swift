// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Which layer of the configuration a value comes from, from the weakest to the strongest.
public enum ConfigurationOrigin: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// A file that the app carries, handed over through `configureWithFile(inPath:)`.
    case bundled
    /// What was fetched for this app id in an earlier run and not yet confirmed in this one.
    case cached
    /// What was fetched for this app id, or confirmed by the server, in this run.
    case remote
    /// What the app set through `updateConfiguration`.
    case programmatic

    /// Orders origins; the greater one wins.
    public static func < (left: ConfigurationOrigin, right: ConfigurationOrigin) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The origin's name, as it is printed.
    public var description: String {
        switch self {
        case .bundled: "bundled"
        case .cached: "cached"
        case .remote: "remote"
        case .programmatic: "programmatic"
        }
    }
}

/// A value of the configuration and where it comes from.
public struct ConfigurationValue: Sendable, Hashable {
    /// The key that was asked for.
    public let key: String
    /// The value that counts.
    public let value: JSONValue
    /// The layer that it comes from.
    public let origin: ConfigurationOrigin
    /// The name under which that layer holds it: the key, or one such as `__dev__key` that stands in for it.
    public let spelling: String
}
