// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The layer of the configuration that a value comes from, from the weakest to the strongest.
public enum ConfigurationOrigin: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// A file of the app, passed to `configureWithFile(inPath:)`.
    case bundled
    /// A configuration fetched at an earlier launch and not yet confirmed in this one.
    case cached
    /// A configuration fetched, or confirmed by the server, in this launch.
    case remote
    /// Values that the app set with `updateConfiguration`.
    case programmatic

    /// Orders origins; values of the greater one take precedence.
    public static func < (left: ConfigurationOrigin, right: ConfigurationOrigin) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The name of the origin.
    public var description: String {
        switch self {
        case .bundled: "bundled"
        case .cached: "cached"
        case .remote: "remote"
        case .programmatic: "programmatic"
        }
    }
}

/// A value of the configuration, with its origin.
public struct ConfigurationValue: Sendable, Hashable {
    /// The key of the value.
    public let key: String
    /// The effective value.
    public let value: JSONValue
    /// The layer that the value comes from.
    public let origin: ConfigurationOrigin
    /// The name under which the layer holds the value: the key, or a name such as `__dev__key` that replaces it.
    public let spelling: String
}
