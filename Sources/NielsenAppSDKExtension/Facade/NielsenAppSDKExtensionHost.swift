// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import HubServices
package import LaunchHub

/// The service behind the static methods of ``NielsenAppSDKExtension``.
package enum NielsenAppSDKExtensionHost {
    private static let current = Locked<NielsenInstanceService?>(nil)

    /// The service in use, on the hub of `ACPCore`.
    package static var service: NielsenInstanceService {
        let service = current.withLock { current in
            if let current { return current }
            let made = NielsenInstanceService()
            current = made
            return made
        }
        service.use(ACPCoreHost.hub)
        return service
    }

    /// Sets the settings of the service.
    ///
    /// The default environment of apps is made only if none was set before its first use.
    static func configure(_ settings: NielsenInstanceService.Settings) {
        let service = current.withLock { current -> NielsenInstanceService? in
            guard current == nil else { return current }
            current = NielsenInstanceService(settings: settings)
            return nil
        }
        service?.settings = settings
    }

    /// Replaces the service and its hub, for tests and tools.
    ///
    /// - Parameters:
    ///   - service: The service to use from now on.
    ///   - hub: The hub of `ACPCore` from now on.
    package static func use(_ service: NielsenInstanceService, on hub: EventHub) {
        ACPCoreHost.use(hub)
        let old = current.withLock { current in
            defer { current = service }
            return current
        }
        _ = consume old
    }
}

extension NielsenAppSDKExtension {
    static var service: NielsenInstanceService { NielsenAppSDKExtensionHost.service }
}
