// SPDX-License-Identifier: Apache-2.0

/// The limits of a mailbox, and the handling of events beyond them.
public struct MailboxPolicy: Sendable, Hashable {
    /// The largest number of events that may wait, or nil for any number.
    public var limit: Int?
    /// The largest estimated size of the waiting events, in bytes with names, values and bookkeeping; nil for any size.
    public var byteLimit: Int?
    /// Whether a full mailbox refuses new events; otherwise the events that have waited longest make room.
    public var refusesNewEvents: Bool

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - limit: How many events may wait, at least 1; nil for any number.
    ///   - byteLimit: How many bytes they may take, at least 1; nil for any number. One event may wait in any case.
    ///   - refusesNewEvents: Whether a full mailbox refuses new events; otherwise the events that have waited longest make
    ///     room.
    public init(limit: Int? = nil, byteLimit: Int? = nil, refusesNewEvents: Bool = false) {
        self.limit = limit.map { max(1, $0) }
        self.byteLimit = byteLimit.map { max(1, $0) }
        self.refusesNewEvents = refusesNewEvents
    }

    /// Any number of events may wait.
    public static let unbounded = MailboxPolicy()

    /// Whether anything is limited.
    var isLimited: Bool { limit != nil || byteLimit != nil }
}
