// SPDX-License-Identifier: Apache-2.0

/// How much may wait in a mailbox, and what happens to the next event.
public struct LanePolicy: Sendable, Hashable {
    /// The way that a full mailbox makes room.
    public enum Overflow: Sendable, Hashable {
        /// The events that have waited longest make room.
        case dropOldest
        /// The new events are not taken.
        case refuse
    }

    /// How many events may wait, or nil for any number.
    public var limit: Int?
    /// How many bytes the waiting events may take, or nil for any number. An estimate: names, values and bookkeeping.
    public var byteLimit: Int?
    /// The way that a full mailbox makes room.
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
    public static let unbounded = LanePolicy()

    /// Whether anything is limited.
    var isLimited: Bool { limit != nil || byteLimit != nil }
}
