// SPDX-License-Identifier: Apache-2.0

/// The ten events, each with the call that mirrors it.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Public APIs exposed by extension" and "Events".
package enum DocumentedCall: String, Sendable, Hashable, CaseIterable {
    /// Makes an instance from a configuration.
    case instantiateLocal
    /// Makes an instance from the hub's configuration.
    case instantiateRemote
    /// Ends an instance.
    case remove
    /// Hands an event to the SDK.
    case track
    /// Asks for the opt-out status.
    case optOutStatus
    /// Asks whether measurement is switched off.
    case appDisable
    /// Switches measurement off or on.
    case setAppDisable
    /// Asks for the demographic identifier.
    case demographicId
    /// Asks for the address of the opt-out page.
    case optOutURL
    /// Asks for the version of the SDK.
    case meterVersion

    /// The event's documented name.
    package var event: String {
        switch self {
        case .instantiateLocal: "InstantiateSDKWithLocalConfigEvent"
        case .instantiateRemote: "InstantiateSDKWithRemoteConfigEvent"
        case .remove: "RemoveSDKInstanceEvent"
        case .track: "TrackSDKEvent"
        case .optOutStatus: "GetOptoutStatusEvent"
        case .appDisable: "GetAppDisableEvent"
        case .setAppDisable: "SetAppDisableEvent"
        case .demographicId: "GetDemographicIdEvent"
        case .optOutURL: "GetOptoutURLEvent"
        case .meterVersion: "GetMeterVersionEvent"
        }
    }

    /// The call's Swift name.
    package var call: String {
        switch self {
        case .instantiateLocal: "instantiateSDK(withConfiguration:)"
        case .instantiateRemote: "instantiateSDKWithRemoteConfiguration()"
        case .remove: "removeSDK(withIdentifier:)"
        case .track: "trackEvent(_:forSDKWithIdentifier:)"
        case .optOutStatus: "optOutStatusForSDK(withIdentifier:)"
        case .appDisable: "appDisableForSDK(withIdentifier:)"
        case .setAppDisable: "setAppDisable(_:forSDKWithIdentifier:)"
        case .demographicId: "demographicIdForSDK(withIdentifier:)"
        case .optOutURL: "optOutURLForSDK(withIdentifier:)"
        case .meterVersion: "meterVersionForSDK(withIdentifier:)"
        }
    }

    /// The eleventh call, which no event mirrors: its results are the notices that the listener receives.
    package static let listenerCall = "registerListener(forSDKNotifier:)"

    /// Finds the call of an event, or is nil for a name that the extension does not know.
    ///
    /// - Parameter event: The event's name; the two long forms that occur in the documents are also known.
    package init?(event: String) {
        switch event {
        case "InstantiateSDKWithLocalConfigurationEvent": self = .instantiateLocal
        case "InstantiateSDKWithRemoteConfigurationEvent": self = .instantiateRemote
        default:
            guard let found = Self.allCases.first(where: { $0.event == event }) else { return nil }
            self = found
        }
    }
}
