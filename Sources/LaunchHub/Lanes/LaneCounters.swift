// SPDX-License-Identifier: Apache-2.0

/// How much waits in a mailbox, and what became of the rest.
public struct LaneCounters: Sendable, Hashable {
    /// How many events wait to be heard, those included that a thread has taken out and not begun with.
    public let waiting: Int
    /// How many events are being heard at the moment: none or one.
    public let handling: Int
    /// How many bytes the waiting events take; counted only where the mailbox has a limit in bytes.
    public let waitingBytes: Int
    /// How many events were dropped or refused because the mailbox was full.
    public let dropped: UInt64
}
