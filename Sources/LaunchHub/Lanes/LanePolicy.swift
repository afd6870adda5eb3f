// SPDX-License-Identifier: Apache-2.0

/// How many events may wait in a lane, and what happens to the next one.
public struct LanePolicy: Sendable, Hashable {
    /// What happens when a lane is full.
    public enum Overflow: Sendable, Hashable {
        /// The events that have waited longest make room.
        case dropOldest
        /// The new events are not taken.
        case refuse
    }

    /// How many events may wait, or nil for any number.
    public var limit: Int?
    /// What happens when a lane is full.
    public var overflow: Overflow

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - limit: How many events may wait, at least 1; nil for any number.
    ///   - overflow: What happens when a lane is full.
    public init(limit: Int? = nil, overflow: Overflow = .dropOldest) {
        self.limit = limit.map { max(1, $0) }
        self.overflow = overflow
    }

    /// Any number of events may wait.
    public static let unbounded = LanePolicy()
}
