// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.URL

/// The options of a hub for the time before the rules of its configuration have arrived.
package struct HubRuleOptions: Sendable, Hashable {
    /// The file of rules that comes with the app, JSON or ZIP; nil for `ADBMobileConfig-rules.zip` in its main bundle, if
    /// there is one.
    ///
    /// It is read only where the configuration names an address and neither has rules of its own nor was downloaded before.
    package var bundledFile: URL?
    /// The longest time for which a start of the hub waits for rules; nil, the default, not to wait.
    ///
    /// Nothing reaches a listener meanwhile, so that rules change and see every event of a first launch.
    package var holdsEvents: Duration?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - bundledFile: The file of rules that comes with the app; nil for `ADBMobileConfig-rules.zip` in its main bundle.
    ///   - holdsEvents: How long a start of the hub may wait for rules, such as 2 s; nil for not at all.
    package init(bundledFile: URL? = nil, holdsEvents: Duration? = nil) {
        self.bundledFile = bundledFile
        self.holdsEvents = holdsEvents
    }
}
