// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Mailbox {
    /// The state of a mailbox: its queue, the items that a thread has taken out, and what decides which of them run
    /// next.
    struct State {
        var queue = MailboxQueue()
        var phase = Phase.idle
        /// The items that the thread at work has taken out of the mailbox; nil if there is none, or if it runs a
        /// foreign call.
        var hand: Hand?
        /// Whether nothing more is accepted.
        var isClosed = false
        /// The work that runs last.
        var farewell: MailboxWork?
        /// Whether the last work has been begun.
        var isOver = false
        /// The call that was reported last as too long; a look that comes when it has returned must not report it again.
        var reported: UInt64 = 0
        /// The call that what waits behind it does not wait for any longer.
        var abandoned: UInt64?
        /// Why events wait although nothing runs.
        var hold = MailboxHold()
        /// Whether nothing but the last work is run any more.
        var isHalted = false

        var hasWork: Bool {
            if mayEnd { return true }
            return hold.isActive ? queue.hasPassing : !queue.isEmpty
        }

        /// Whether only the last work is left.
        private var mayEnd: Bool { farewell != nil && (isHalted || (queue.isEmpty && !hold.isActive)) }

        /// Removes and returns the items to handle next; nil if that is the last work or nothing.
        mutating func removeNext() -> [MailboxItem]? {
            let items = hold.isActive ? queue.removePassing() : queue.isEmpty ? [] : queue.removeNext()
            return items.isEmpty ? nil : items
        }

        mutating func removeFarewell() -> MailboxWork? { mayEnd ? farewell.take() : nil }

        /// Asks for a thread where there is work and none has been asked for.
        mutating func schedule() -> Bool {
            guard phase == .idle, hasWork else { return false }
            phase = .scheduled
            return true
        }
    }
}
