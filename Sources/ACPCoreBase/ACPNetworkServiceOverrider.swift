// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// Replaces the system's HTTP client with an app's own.
#if canImport(ObjectiveC)
    @objc(ACPNetworkServiceOverrider) @objcMembers
#endif
open class ACPNetworkServiceOverrider: NSObject {
    /// Passes the host's requests to a performer, beginning with the next one.
    ///
    /// - Parameter performer: Performs the requests that it accepts; the system's client performs the others. It is
    ///   retained until it is replaced. Nil returns all requests to the system's client.
    public static func setHttpConnectionPerformer(_ performer: (any ACPHttpConnectionPerformer)?) {
        let client: any HTTPClient = performer.map(PerformerHTTPClient.init) ?? SystemHTTPClient()
        ACPCoreHost.hub.configuration.use(client)
    }
}
