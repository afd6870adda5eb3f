// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

extension ACPCore {
    /// Sets whether the user allows the app to send data.
    ///
    /// The choice persists across launches.
    ///
    /// - Parameter status: The choice.
    public static func setPrivacyStatus(_ status: ACPMobilePrivacyStatus) {
        ACPCoreHost.hub.configuration.privacyStatus = status.privacyStatus
    }

    /// Reports whether the user allows the app to send data.
    ///
    /// - Parameter callback: Called once with the choice, before this method returns;
    ///   ``ACPMobilePrivacyStatus/unknown`` if none was made or published.
    public static func getPrivacyStatus(_ callback: @escaping (ACPMobilePrivacyStatus) -> Void) {
        callback(asked())
    }

    /// Reports whether the user allows the app to send data.
    ///
    /// - Parameter completionHandler: Called once with the choice and no error, before this method returns.
    public static func getPrivacyStatus(
        completionHandler: @escaping (ACPMobilePrivacyStatus, (any Error)?) -> Void
    ) {
        completionHandler(asked(), nil)
    }

    /// Returns whether the user allows the app to send data, and dispatches the request for it, for those who follow the
    /// events.
    static func asked() -> ACPMobilePrivacyStatus {
        GenericEvent.send("Privacy Status Request", .configuration, ["config.getData": true])
        return ACPMobilePrivacyStatus(ACPCoreHost.hub.configuration.privacyStatus)
    }
}

extension ACPMobilePrivacyStatus {
    /// The equivalent status of the hub.
    var privacyStatus: PrivacyStatus {
        switch self {
        case .optIn: .optedIn
        case .optOut: .optedOut
        case .unknown: .unknown
        }
    }

    init(_ status: PrivacyStatus) {
        switch status {
        case .optedIn: self = .optIn
        case .optedOut: self = .optOut
        case .unknown: self = .unknown
        }
    }
}
