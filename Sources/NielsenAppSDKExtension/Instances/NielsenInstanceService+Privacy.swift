// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

// The host's privacy switch, which holds for everything that leaves the app.
extension NielsenInstanceService {
    /// Has the delivery of pings follow a hub's privacy status: now, at every change before the call that makes it
    /// returns, and before each ping goes out, so that another process's change counts too.
    ///
    /// Opted in it sends, unknown it keeps and waits, opted out it discards what waits and takes nothing.
    ///
    /// - Returns: A token that ends this, or nil where the instances' environment delivers nothing.
    func followPrivacy(of hub: EventHub) -> ListenerToken? {
        guard let delivery = settings.environment.delivery else { return nil }
        delivery.askBeforeSending { [weak configuration = hub.configuration] in configuration?.privacyStatus }
        return hub.configuration.followPrivacy { [weak delivery] in delivery?.setPrivacyStatus($0) }
    }
}
