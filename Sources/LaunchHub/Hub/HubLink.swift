// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A reference to a hub that the hub itself clears when it has ended.
///
/// Timers, tokens and the configuration may live longer than the hub. A weak reference would serve them, too, but it
/// makes every retain of the hub take the slow path of the run-time, and events retain the hub.
final class HubLink: Sendable {
    private let reference = Locked<HubCore?>(nil)

    /// The hub, until it has ended.
    var core: HubCore? { reference.withLock { $0 } }

    func attach(_ core: HubCore) {
        reference.withLock { $0 = core }
    }

    func clear() {
        // Released outside the lock.
        let core = reference.withLock { $0.take() }
        _ = consume core
    }
}
