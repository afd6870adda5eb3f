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

/// The numbers of events that wait in a mailbox, are being handled, or were dropped.
public struct MailboxCounters: Sendable, Hashable {
    /// The number of events that wait, including those that a thread has taken out and not begun with.
    public let waiting: Int
    /// The number of events that are being handled at the moment: 0 or 1.
    public let handling: Int
    /// The size of the waiting events in bytes; counted only if the mailbox has a limit in bytes.
    public let waitingBytes: Int
    /// The number of events that were dropped or refused because the mailbox was full.
    public let dropped: UInt64
}
