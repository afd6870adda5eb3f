// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

extension ACPCore {
    /// Sets whether the user lets the app send data. The choice outlives the process.
    ///
    /// - Parameter status: The choice.
    public static func setPrivacyStatus(_ status: ACPMobilePrivacyStatus) {
        ACPCoreHost.hub.configuration.privacyStatus = status.privacyStatus
    }

    /// Tells whether the user lets the app send data.
    ///
    /// - Parameter callback: Called once with the choice, before this returns; ``ACPMobilePrivacyStatus/unknown`` where
    ///   none was made or published.
    public static func getPrivacyStatus(_ callback: @escaping (ACPMobilePrivacyStatus) -> Void) {
        callback(currentPrivacyStatus)
    }

    /// Tells whether the user lets the app send data.
    ///
    /// - Parameter completionHandler: Called once with the choice and no error, before this returns.
    public static func getPrivacyStatus(
        completionHandler: @escaping (ACPMobilePrivacyStatus, (any Error)?) -> Void
    ) {
        completionHandler(currentPrivacyStatus, nil)
    }

    /// Whether the user lets the app send data.
    static var currentPrivacyStatus: ACPMobilePrivacyStatus {
        ACPMobilePrivacyStatus(ACPCoreHost.hub.configuration.privacyStatus)
    }
}

extension ACPMobilePrivacyStatus {
    /// The status in the hub's terms.
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
