// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.URL

/// What a hub does until the rules that its configuration names are there.
public struct HubRuleOptions: Sendable, Hashable {
    /// The file of rules that comes with the app, JSON or ZIP; nil for `ADBMobileConfig-rules.zip` in its main bundle, if
    /// there is one.
    ///
    /// It is read only where the configuration names an address and neither has rules of its own nor was downloaded before.
    public var bundledFile: URL?
    /// How long a start of the hub may wait for rules; nil, the default, for not at all.
    ///
    /// Nothing reaches a listener meanwhile, so that rules change and see every event of a first launch.
    public var holdsEvents: Duration?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - bundledFile: The file of rules that comes with the app; nil for `ADBMobileConfig-rules.zip` in its main bundle.
    ///   - holdsEvents: How long a start of the hub may wait for rules, such as 2 s; nil for not at all.
    public init(bundledFile: URL? = nil, holdsEvents: Duration? = nil) {
        self.bundledFile = bundledFile
        self.holdsEvents = holdsEvents
    }
}
