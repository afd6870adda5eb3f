// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

// The host's privacy switch, which applies to everything that leaves the app.
extension NielsenInstanceService {
    /// Makes the delivery of pings follow a hub's privacy status: now, before each call that changes the status
    /// returns, and before each ping is sent, so that a change by another process takes effect too.
    ///
    /// If the user has opted in, pings are sent; if the status is unknown, they are queued; if the user has opted out,
    /// queued pings are discarded and no more are accepted.
    ///
    /// - Returns: A token that cancels this, or nil if the environment delivers no pings.
    func followPrivacy(of hub: EventHub) -> HubToken? {
        guard let delivery = settings.environment.delivery else { return nil }
        delivery.askBeforeSending { [weak configuration = hub.configuration] in configuration?.privacyStatus }
        return hub.configuration.followPrivacy { [weak delivery] in delivery?.setPrivacyStatus($0) }
    }
}
