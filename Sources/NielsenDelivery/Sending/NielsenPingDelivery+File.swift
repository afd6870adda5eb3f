// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
import HubStorage
package import NielsenPings

extension NielsenPingDelivery {
    /// Makes a delivery whose pings are queued in a file.
    ///
    /// - Parameters:
    ///   - file: The database; nil to queue in memory.
    ///   - configuration: The configuration that applies until an instance has received its own.
    ///   - isTelevision: Whether this is Apple TV, where fewer pings are queued offline.
    ///   - client: The client for requests.
    ///   - clock: The clock for delays.
    ///   - log: The log for messages that concern no instance.
    ///   - privacy: Whether pings are sent; nil if that is not known yet.
    package convenience init(
        file: URL?,
        configuration: NielsenConfiguration,
        isTelevision: Bool,
        client: any HTTPClient,
        clock: any HubClock,
        log: HubLog,
        privacy: HubPrivacyStatus?
    ) {
        self.init(
            location: file.map(HitQueue.Location.file) ?? .inMemory,
            configuration: configuration,
            isTelevision: isTelevision,
            client: client,
            clock: clock,
            log: log,
            privacy: privacy
        )
    }
}
