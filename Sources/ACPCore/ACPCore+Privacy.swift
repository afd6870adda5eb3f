// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

extension ACPCore {
    private static let privacyKey = "global.privacy"

    /// Sets whether the user lets the app send data. The choice outlives the process.
    ///
    /// - Parameter status: The choice.
    public static func setPrivacyStatus(_ status: ACPMobilePrivacyStatus) {
        ACPCoreHost.hub.configuration.update([privacyKey: .string(status.configurationValue)])
    }

    /// Tells whether the user lets the app send data.
    ///
    /// - Parameter callback: Called once with the choice, before this returns; ``ACPMobilePrivacyStatus/unknown`` where
    ///   none was made or published.
    public static func getPrivacyStatus(_ callback: @escaping (ACPMobilePrivacyStatus) -> Void) {
        callback(privacyStatus)
    }

    /// Tells whether the user lets the app send data.
    ///
    /// - Parameter completionHandler: Called once with the choice and no error, before this returns.
    public static func getPrivacyStatus(
        completionHandler: @escaping (ACPMobilePrivacyStatus, (any Error)?) -> Void
    ) {
        completionHandler(privacyStatus, nil)
    }

    /// Whether the user lets the app send data.
    static var privacyStatus: ACPMobilePrivacyStatus {
        ACPMobilePrivacyStatus(
            configurationValue: ACPCoreHost.hub.configuration.value(forKey: privacyKey)?.value.stringValue
        )
    }
}

extension ACPMobilePrivacyStatus {
    /// How the status is written in a configuration.
    var configurationValue: String {
        switch self {
        case .optIn: "optedin"
        case .optOut: "optedout"
        case .unknown: "optunknown"
        }
    }

    init(configurationValue: String?) {
        switch configurationValue {
        case "optedin": self = .optIn
        case "optedout": self = .optOut
        default: self = .unknown
        }
    }
}
