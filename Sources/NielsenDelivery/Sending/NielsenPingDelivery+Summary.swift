// SPDX-License-Identifier: Apache-2.0

package import Foundation
public import HubServices
package import NielsenPings

extension NielsenPingDelivery {
    /// A summary of the state of delivery.
    public struct Summary: Sendable, Hashable {
        /// The number of pings that are queued or in flight.
        public var pending = 0
        /// Their size in the queue, in bytes.
        public var pendingBytes = 0
        /// The age of the oldest of them, or nil.
        public var oldestAge: Duration?
        /// Their number by ``NielsenPing/stream``, that is, by instance; those of earlier launches are included.
        public var streams: [String: Int] = [:]
        /// Why they wait, in words, by collector (scheme, host and port).
        public var reasons: [String: String] = [:]
        /// The number of them that are only in memory.
        public var inMemory = 0
        /// The number of pings that were set aside because they failed too often; they are not counted elsewhere, and are
        /// sent again when their collector accepts another ping.
        public var setAside = 0
        /// The number of pings sent since this delivery was made.
        public var sent = 0
        /// The number of pings discarded since this delivery was made because a collector refused them.
        public var discarded = 0
        /// The number of pings dropped since this delivery was made because of a limit of number or age, of those that waited,
        /// were new while no collector could be reached, or were set aside.
        public var dropped = 0
        /// The outcome of the last request; nil if there has been none.
        package var lastAnswer: Answer?
        /// Whether no collector can be reached.
        public var isOffline = false
        /// Whether the database works.
        public var isDatabaseWorking = true
        /// Whether pings are sent.
        public var privacy = HubPrivacyStatus.optedIn

        /// Makes the summary of an idle delivery.
        public init() {}
    }

    /// The outcome of a request.
    package struct Answer: Sendable, Hashable {
        /// The time at which it ended.
        package var date: Date
        /// The scheme, host and port of the collector.
        package var collector: String
        /// The status; nil if there was no response.
        package var status: Int?
        /// The reason why there was no response; nil if there was one.
        package var failure: String?
    }

    /// A ping that was set aside because it failed too often, with the reason.
    package struct NielsenSetAsidePing: Sendable, Hashable {
        /// The ping.
        package var ping: NielsenPing
        /// The reason why the last attempt failed.
        package var reason: String
    }
}
