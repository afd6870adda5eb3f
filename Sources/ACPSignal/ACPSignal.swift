// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
public import Foundation
import HubServices
import LaunchHub
import LaunchRules

/// The extension that carries out consequences of rules, under its documented name.
///
/// ```swift
/// ACPSignal.registerExtension()
/// ACPCore.start {}
/// ```
///
/// A consequence of a rule that sends a request or opens an address has an effect only if this extension is registered.
#if canImport(ObjectiveC)
    @objc(ACPSignal) @objcMembers
#endif
open class ACPSignal: NSObject {
    /// Registers the extension with the hub of `ACPCore`.
    ///
    /// Call it before `ACPCore.start(_:)`, on any thread. If the extension is already registered, an error is logged.
    public static func registerExtension() {
        let hub = ACPCoreHost.hub
        do throws(HubError) {
            try SignalExtension.register(with: hub)
        } catch {
            hub.log.error("ACPSignal", "\(error)")
        }
    }

    /// Returns the version of the documented interface that this extension implements.
    ///
    /// - Returns: The version of the core that it belongs to, such as `2.9.7`.
    public static func extensionVersion() -> String { ACPCore.version }
}
