// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A reference to a hub that does not keep it alive, for timers, tokens and the configuration, which may live longer.
final class HubLink: Sendable {
    private let reference = Locked(WeakReference<HubCore>(nil))

    /// The hub; nil after it was released.
    var core: HubCore? { reference.withLock { $0.object } }

    func attach(_ core: HubCore) {
        reference.withLock { $0 = WeakReference(core) }
    }
}
