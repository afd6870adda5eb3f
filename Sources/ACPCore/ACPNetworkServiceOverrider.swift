// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// Puts an app's own HTTP client in place of the system's.
open class ACPNetworkServiceOverrider: NSObject {
    /// Passes the host's requests to a performer, from the next request on.
    ///
    /// - Parameter performer: Performs the requests that it takes over; the system's client performs the others. It is
    ///   kept alive until another one takes its place. Nil gives all requests back to the system's client.
    public static func setHttpConnectionPerformer(_ performer: (any ACPHttpConnectionPerformer)?) {
        let client: any HTTPClient = performer.map(PerformerHTTPClient.init) ?? SystemHTTPClient()
        ACPCoreHost.hub.configuration.use(client)
    }
}
