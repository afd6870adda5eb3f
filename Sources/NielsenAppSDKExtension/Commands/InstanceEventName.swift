// SPDX-License-Identifier: Apache-2.0

/// The names of the events to which the extension responds.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Events"; the two long forms occur in its text.
enum InstanceEventName: String, CaseIterable, Sendable {
    case instantiateWithLocalConfig = "InstantiateSDKWithLocalConfigEvent"
    case instantiateWithLocalConfiguration = "InstantiateSDKWithLocalConfigurationEvent"
    case instantiateWithRemoteConfig = "InstantiateSDKWithRemoteConfigEvent"
    case instantiateWithRemoteConfiguration = "InstantiateSDKWithRemoteConfigurationEvent"
    case removeInstance = "RemoveSDKInstanceEvent"
    case track = "TrackSDKEvent"
    case getOptOutStatus = "GetOptoutStatusEvent"
    case getAppDisable = "GetAppDisableEvent"
    case setAppDisable = "SetAppDisableEvent"
    case getDemographicId = "GetDemographicIdEvent"
    case getOptOutURL = "GetOptoutURLEvent"
    case getMeterVersion = "GetMeterVersionEvent"

    /// Whether the event is about an existing instance.
    var isAboutAnInstance: Bool {
        switch self {
        case .instantiateWithLocalConfig, .instantiateWithLocalConfiguration, .instantiateWithRemoteConfig,
            .instantiateWithRemoteConfiguration:
            false
        case .removeInstance, .track, .getOptOutStatus, .getAppDisable, .setAppDisable, .getDemographicId,
            .getOptOutURL, .getMeterVersion:
            true
        }
    }
}
