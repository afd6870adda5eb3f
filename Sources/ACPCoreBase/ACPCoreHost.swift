// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub
import LaunchRules

/// The hub behind the static methods of ``ACPCore``.
package enum ACPCoreHost {
    private struct State {
        /// The hub that replaces the shared one, which is made at its first use.
        var hub: EventHub?
        var wrapper = ACPMobileWrapperType.none
        var urlHandlers: [@Sendable (String?) -> Bool] = []
        var identities = SDKIdentities()
    }

    private static let state = Locked(State())

    private static let shared = following(.shared)

    /// The hub in use: ``EventHub/shared`` unless a test has replaced it.
    package static var hub: EventHub { state.withLock { $0.hub } ?? shared }

    /// A hub that follows the rules of its property from now on.
    private static func following(_ hub: EventHub) -> EventHub {
        hub.followRulesOfConfiguration()
        return hub
    }

    /// Replaces the shared hub, for tests and tools that need a fresh start.
    ///
    /// - Parameter hub: The hub to use from now on.
    package static func use(_ hub: EventHub) {
        let hub = following(hub)
        let old = state.withLock { state in
            let old = state
            state = State()
            state.hub = hub
            return old
        }
        // The contents of the old state are freed here, where no lock is held.
        _ = consume old
    }

    static var wrapper: ACPMobileWrapperType {
        get { state.withLock { $0.wrapper } }
        set { state.withLock { $0.wrapper = newValue } }
    }

    static var identities: SDKIdentities {
        get { state.withLock { $0.identities } }
        set { state.withLock { $0.identities = newValue } }
    }

    static var urlHandlers: [@Sendable (String?) -> Bool] { state.withLock { $0.urlHandlers } }

    static func add(_ urlHandler: @escaping @Sendable (String?) -> Bool) {
        state.withLock { $0.urlHandlers.append(urlHandler) }
    }
}
