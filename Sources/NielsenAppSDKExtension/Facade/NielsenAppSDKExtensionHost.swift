// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
package import LaunchHub

/// The service behind the static methods of ``NielsenAppSDKExtension``.
package enum NielsenAppSDKExtensionHost {
    private static let current = Locked<NielsenInstanceService?>(nil)

    /// The service in use; it speaks to the hub of `ACPCore`.
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

    /// Puts a new service, and the hub that it speaks to, in the place of the old ones, for tests and tools.
    ///
    /// - Parameters:
    ///   - service: The service from now on.
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
