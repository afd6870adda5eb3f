// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Mailbox {
    /// The state of a mailbox: its queue, the item that a thread has taken out, and what decides which one runs next.
    struct State {
        var queue = MailboxQueue()
        var phase = Phase.idle
        /// The item that the thread at work has taken out of the queue; nil if there is none.
        var item: MailboxItem?
        /// How many calls the mailbox had begun before that item.
        var callsBefore: UInt64 = 0
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

        /// Removes and returns the item to handle next; nil if that is the last work or nothing.
        mutating func removeNext() -> MailboxItem? { queue.removeNext(whileHeld: hold.isActive) }

        mutating func removeFarewell() -> MailboxWork? { mayEnd ? farewell.take() : nil }

        /// How many events have not been begun with, of those in the queue and the one that was taken out.
        ///
        /// - Parameter calls: How many calls the mailbox has begun.
        /// - Returns: The number of events.
        func waitingEvents(after calls: UInt64) -> Int {
            queue.count + (item?.rest(after: calls &- callsBefore).reduce(0) { $0 + $1.range.count } ?? 0)
        }

        /// Asks for a thread where there is work and none has been asked for.
        mutating func schedule() -> Bool {
            guard phase == .idle, hasWork else { return false }
            phase = .scheduled
            return true
        }
    }
}
