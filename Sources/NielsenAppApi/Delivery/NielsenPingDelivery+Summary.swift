// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

extension NielsenPingDelivery {
    /// What is known of delivery at a moment.
    public struct Summary: Sendable, Hashable {
        /// How many pings wait or are being sent.
        public var pending = 0
        /// How many bytes they have in the queue.
        public var pendingBytes = 0
        /// How long the oldest of them has waited, or nil where none waits.
        public var oldestAge: Duration?
        /// How many of them each instance has, by ``NielsenPing/stream``; earlier runs of the app have streams too.
        public var streams: [String: Int] = [:]
        /// How many of them are only in memory.
        public var inMemory = 0
        /// How many pings were set aside because they failed too often; they are not among the others.
        public var setAside = 0
        /// How many were sent since this delivery began.
        public var sent = 0
        /// How many were given up since this delivery began because a collector refused them.
        public var discarded = 0
        /// How many were dropped since this delivery began because too many waited or too long.
        public var dropped = 0
        /// What came of the last request, or nil where none is over yet.
        public var lastAnswer: Answer?
        /// True while no collector can be reached.
        public var isOffline = false
        /// False while the database does not work.
        public var isDatabaseWorking = true
        /// Whether pings are sent.
        public var privacy = HubPrivacyStatus.optedIn

        /// Makes the summary of a delivery that has nothing to do.
        public init() {}
    }

    /// What came of a request.
    public struct Answer: Sendable, Hashable {
        /// When it was over.
        public var date: Date
        /// Scheme, host and port of the collector.
        public var collector: String
        /// The status, or nil where there was no answer.
        public var status: Int?
        /// Why there was no answer, or nil where there was one.
        public var failure: String?

        /// Describes an answer.
        ///
        /// - Parameters:
        ///   - date: When it was over.
        ///   - collector: Scheme, host and port.
        ///   - status: The status, or nil.
        ///   - failure: Why there was no answer, or nil.
        public init(date: Date, collector: String, status: Int? = nil, failure: String? = nil) {
            self.date = date
            self.collector = collector
            self.status = status
            self.failure = failure
        }
    }

    /// A ping that failed too often, and why.
    public struct NielsenSetAsidePing: Sendable, Hashable {
        /// The ping.
        public var ping: NielsenPing
        /// Why the last try failed.
        public var reason: String

        /// Puts the two together.
        ///
        /// - Parameters:
        ///   - ping: The ping.
        ///   - reason: Why the last try failed.
        public init(ping: NielsenPing, reason: String) {
            self.ping = ping
            self.reason = reason
        }
    }
}
