// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
package import NielsenAppApi

/// Hands the pings of pages to a collector of this very process.
extension Collector {
    /// Stores a ping that was made here, as if it had been sent.
    ///
    /// - Parameters:
    ///   - ping: The ping.
    ///   - time: When it counts as sent.
    /// - Throws: ``CollectorError`` where it could not be stored, ``ServerRefusal`` if its address is not valid.
    func receive(_ ping: NielsenPing, at time: Date) throws {
        let milliseconds = Int64(time.timeIntervalSince1970 * 1000)  // in range: the clock's own
        try receive(
            ServerRequest(
                ping.method.rawValue,
                try RequestTarget(ping.url(sentAt: milliseconds)),
                headers: ["Idempotency-Key": ping.id, "User-Agent": "launchhub bridge"],
                body: Data((ping.body ?? "").utf8),
                arrival: time
            )
        )
    }
}

extension BridgeHost {
    /// Makes a host whose pings go straight to a collector.
    ///
    /// - Parameters:
    ///   - environment: Time, storage, log and configuration of the instances.
    ///   - collector: Stores the pings; where it cannot, that is written to the environment's log.
    package convenience init(environment: NielsenEnvironment = NielsenEnvironment(), collector: Collector) {
        let (clock, log) = (environment.clock, environment.log)
        self.init(environment: environment) { ping in
            do {
                try collector.receive(ping, at: clock.date)
            } catch {
                log.error("BridgeHost", "a ping of a page could not be stored: \(error)")
            }
        }
    }
}
