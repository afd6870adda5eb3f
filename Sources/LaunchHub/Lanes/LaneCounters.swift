// SPDX-License-Identifier: Apache-2.0

/// How much waits in a mailbox, and what became of the rest.
public struct LaneCounters: Sendable, Hashable {
    /// The number of events that wait, including those that a thread has taken out and not begun with.
    public let waiting: Int
    /// The number of events that are being handled at the moment: 0 or 1.
    public let handling: Int
    /// How many bytes the waiting events take; counted only where the mailbox has a limit in bytes.
    public let waitingBytes: Int
    /// How many events were dropped or refused because the mailbox was full.
    public let dropped: UInt64
}
