// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
public import Foundation
import HubServices
import LaunchHub

/// The extension that measures sessions of the app, under its documented name.
///
/// ```swift
/// ACPLifecycle.registerExtension()
/// ACPCore.start { ACPCore.lifecycleStart(nil) }
/// ```
///
/// The app reports that it enters and leaves the foreground with `ACPCore.lifecycleStart(_:)` and
/// `ACPCore.lifecyclePause()`.
#if canImport(ObjectiveC)
    @objc(ACPLifecycle) @objcMembers
#endif
open class ACPLifecycle: NSObject {
    /// Registers the extension with the hub of `ACPCore`.
    ///
    /// Call it before `ACPCore.start(_:)`, on any thread. If the extension is already registered, an error is logged.
    public static func registerExtension() {
        let hub = ACPCoreHost.hub
        do throws(HubError) {
            try LifecycleExtension.register(with: hub)
        } catch {
            hub.log.error("ACPLifecycle", "\(error)")
        }
    }

    /// Returns the version of the documented interface that this extension implements.
    ///
    /// - Returns: The version of the core that it belongs to, such as `2.9.7`.
    public static func extensionVersion() -> String { ACPCore.version }
}
