// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The framework that an app uses the hub through, as the hub's own state names it.
package struct HubWrapper: Sendable, Hashable {
    /// One letter.
    package let type: String
    /// A name for logs and diagnostics.
    package let friendlyName: String

    package init(type: String, friendlyName: String) {
        self.type = type
        self.friendlyName = friendlyName
    }

    /// The app uses the hub itself.
    package static let none = HubWrapper(type: "N", friendlyName: "None")
}

/// The documented core that the hub stands in for, whose version is not that of this package.
package enum DocumentedCore {
    /// The version whose declarations and states are reproduced.
    package static let version = "2.9.7"
}

extension HubCore {
    /// The name under which the hub's own state can be read.
    static let ownStateName = StateName(FoldedName("com.adobe.module.eventhub"))

    /// Tells that the booted event is about to go out: from now on the hub's own state follows every change.
    ///
    /// - Returns: The first version of that state, which lies directly behind the booted event.
    func opens() -> [Placement] {
        do throws(HubError) {
            let ticket = try states.withLock { states throws(HubError) in
                let values = state.withLock { state in
                    state.isOpen = true
                    return Self.ownState(&state)
                }
                return try states.publish(.set(values), of: Self.ownStateName, from: 0, at: nil).ticket
            }
            announceState(of: Self.ownStateName)
            return [Placement(owner: Self.ownStateName, ticket: ticket, isFirst: false)]
        } catch {
            log.error(CallMonitor.tag, "the state of the hub is not shared: \(error)")
            return []
        }
    }

    /// Shares which extensions there are, once the hub is open.
    func shareOwnState() {
        guard state.withLock({ $0.isOpen && $0.phase == .started }) else { return }
        publishOfHub(as: Self.ownStateName) { [state] in state.withLock { Self.ownState(&$0) } }
    }

    /// Names the framework that the app uses the hub through.
    func setWrapper(_ wrapper: HubWrapper) {
        state.withLock { $0.wrapper = wrapper }
        shareOwnState()
    }

    private static func ownState(_ state: inout State) -> JSONObject {
        let extensions = state.extensions.values.sorted { $0.name < $1.name }.map { record in
            let entry: JSONObject = ["version": .string(record.version), "friendlyName": .string(record.name)]
            return (record.name, JSONValue.object(entry))
        }
        let wrapper: JSONObject = [
            "type": .string(state.wrapper.type), "friendlyName": .string(state.wrapper.friendlyName),
        ]
        return [
            "version": .string(DocumentedCore.version),
            "wrapper": .object(wrapper),
            "extensions": .object(JSONObject(extensions)),
        ]
    }
}
