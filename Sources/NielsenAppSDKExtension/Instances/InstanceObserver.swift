// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// An observer that turns the reports of one instance into notices with its identifier.
final class InstanceObserver: MeasurementInstanceObserver {
    private let identifier: String
    /// Weak: the service keeps the instance that keeps this observer.
    private let service: WeakReference<NielsenInstanceService>

    init(identifier: String, service: NielsenInstanceService) {
        self.identifier = identifier
        self.service = WeakReference(service)
    }

    func reported(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double) {
        service.object?.publish(
            NielsenSDKNotice(
                identifier: identifier,
                kind: kind,
                code: code,
                description: description,
                timestamp: timestamp
            )
        )
    }

    func remarked(_ remark: NielsenRemark) {
        service.object?.publish(NielsenSDKRemark(identifier: identifier, remark: remark))
    }
}
