// SPDX-License-Identifier: Apache-2.0

/// The limits of a mailbox, and the handling of events beyond them.
public struct MailboxPolicy: Sendable, Hashable {
    /// The handling of new events when a mailbox is full.
    public enum Overflow: Sendable, Hashable {
        /// The events that have waited longest make room.
        case dropOldest
        /// The new events are refused.
        case refuse
    }

    /// The largest number of events that may wait, or nil for any number.
    public var limit: Int?
    /// The largest estimated size of the waiting events, in bytes with names, values and bookkeeping; nil for any size.
    public var byteLimit: Int?
    /// The handling of new events when a mailbox is full.
    public var overflow: Overflow

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - limit: How many events may wait, at least 1; nil for any number.
    ///   - byteLimit: How many bytes they may take, at least 1; nil for any number. One event may wait in any case.
    ///   - overflow: What happens when a mailbox is full.
    public init(limit: Int? = nil, byteLimit: Int? = nil, overflow: Overflow = .dropOldest) {
        self.limit = limit.map { max(1, $0) }
        self.byteLimit = byteLimit.map { max(1, $0) }
        self.overflow = overflow
    }

    /// Any number of events may wait.
    public static let unbounded = MailboxPolicy()

    /// Whether anything is limited.
    var isLimited: Bool { limit != nil || byteLimit != nil }
}
