// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import Foundation
import LaunchHub
import LaunchRules

/// The extension behind ``ACPSignal``: the name under which the hub lists that rules may act.
///
/// The rules of the hub do the work. Addresses that they open go to the handlers of `ACPCore.registerURLHandler(_:)`.
final class SignalExtension: ExtensionCallbacks {
    /// The documented name of the extension.
    static let name = "com.adobe.module.signal"

    /// Registers the extension with a hub.
    ///
    /// - Parameter hub: The hub.
    /// - Throws: `HubError` with the code `duplicateName` or `shutDown`.
    static func register(with hub: EventHub) throws(HubError) {
        try hub.register(name: name, version: DocumentedCore.version) { _ in SignalExtension() }
        hub.rules.sendSignals { url in ACPCore.openURL(url.absoluteString) }
    }
}
