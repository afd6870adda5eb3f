// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

extension ACPExtensionApi {
    /// Publishes a version of the extension's state.
    ///
    /// - Parameters:
    ///   - sharedEventState: What the others may read; nil to announce that a state will come.
    ///   - event: The event that the version belongs to; nil for now. Versions come in the order of events, one an
    ///     event.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain``; nothing is announced then.
    public func setSharedEventState(_ sharedEventState: [AnyHashable: Any]?, event: ACPExtensionEvent?) throws {
        do {
            try usableRuntime().publishState(try sharedEventState.map { try JSONObject(untyped: $0) }, at: event?.event)
        } catch {
            throw ACPExtensionError.error(for: error)
        }
    }

    /// Forgets every version of the extension's state.
    ///
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` where the extension is not registered.
    public func clearSharedEventStates() throws {
        try usableRuntime().clearStates()
    }

    /// Reads another extension's state.
    ///
    /// - Parameters:
    ///   - stateName: The extension's name, in whatever case.
    ///   - event: The event as of which to read; nil for the newest.
    /// - Returns: The state, or nil where there is none or it is pending.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` where the name is empty or the extension that asks is not
    ///   registered.
    public func getSharedEventState(_ stateName: String, event: ACPExtensionEvent?) throws -> [AnyHashable: Any]? {
        guard !stateName.isEmpty else { throw ACPExtensionError.error(for: HubError.badName) }
        return try usableRuntime().state(of: stateName, at: event?.event).values?.anyDictionary
    }
}
