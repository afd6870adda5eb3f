// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// The service as its hub sees it.
final class ServiceCallbacks: ExtensionCallbacks {
    private let service: NielsenInstanceService

    init(service: NielsenInstanceService) {
        self.service = service
    }

    func onUnregistered() {
        service.detach()
    }
}
