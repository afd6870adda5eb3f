// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A reference to a hub that does not keep it alive, for timers, tokens and the configuration, which may live longer.
final class HubLink: Sendable {
    private struct Reference: Sendable {
        weak var core: HubCore?
    }

    private let reference = Locked(Reference())

    /// The hub; nil after it was released.
    var core: HubCore? { reference.withLock { $0.core } }

    func attach(_ core: HubCore) {
        reference.withLock { $0.core = core }
    }
}
