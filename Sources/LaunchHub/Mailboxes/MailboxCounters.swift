// SPDX-License-Identifier: Apache-2.0

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
