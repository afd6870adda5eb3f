// SPDX-License-Identifier: Apache-2.0

/// Every model check.
package enum ModelChecks {
    package static var all: [any ModelCheck.Type] {
        [CallsModel.self, InstancesModel.self, HubModel.self, QueueModel.self]
    }
}
