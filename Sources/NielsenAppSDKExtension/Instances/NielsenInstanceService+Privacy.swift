// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

// The host's privacy switch, which holds for everything that leaves the app.
extension NielsenInstanceService {
    /// Lets the delivery of pings follow a hub's privacy status, now and at every change.
    ///
    /// Opted in it sends, unknown it keeps and waits, opted out it discards what waits and takes nothing.
    ///
    /// - Returns: What to end this with, or nil where the instances' environment delivers nothing.
    func followPrivacy(of hub: EventHub) -> ListenerToken? {
        guard let delivery = settings.environment.delivery else { return nil }
        let name = "privacy of pings"
        let token = hub.listen(type: .configuration, source: .responseContent, name: name) {
            [weak delivery, weak hub] _ in
            guard let hub, let delivery else { return }
            hub.configuration.handOverPrivacy { delivery.setPrivacyStatus($0) }
        }
        hub.configuration.handOverPrivacy { delivery.setPrivacyStatus($0) }
        return token
    }
}
