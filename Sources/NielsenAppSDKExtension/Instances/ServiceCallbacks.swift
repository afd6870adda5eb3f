// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// The callbacks that the service receives from its hub.
final class ServiceCallbacks: ExtensionCallbacks {
    private let service: NielsenInstanceService

    init(service: NielsenInstanceService) {
        self.service = service
    }

    func onUnregistered() {
        service.detach()
    }
}
