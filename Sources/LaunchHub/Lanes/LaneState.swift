// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Lane {
    /// What waits in a lane, what a thread has taken out of it, and what it may still take.
    struct State {
        var mailbox = Mailbox()
        var phase = Phase.idle
        /// What the thread at work has taken out of the mailbox; nil where none is, or where it runs a foreign call.
        var hand: Hand?
        /// True where nothing more is taken.
        var isClosed = false
        /// What runs last.
        var farewell: LaneWork?
        /// True where the last work has been begun.
        var isOver = false
        /// True where the lane held a thread for long, in this drain or in the one before.
        var isSlow = false
        var wasHeldUp = false
        /// The call that what waits behind it does not wait for any longer.
        var abandoned: UInt64?
        /// Why events wait although nothing runs.
        var hold = LaneHold()
        /// True where nothing but the last work is run any more.
        var isHalted = false

        var hasWork: Bool {
            if mayEnd { return true }
            return hold.isActive ? mailbox.hasPassing : !mailbox.isEmpty
        }

        /// True where only the last work is left.
        private var mayEnd: Bool { farewell != nil && (isHalted || (mailbox.isEmpty && !hold.isActive)) }

        /// Takes out what is handled next; nil where that is the last work or nothing.
        mutating func takeItems() -> [LaneItem]? {
            let items = hold.isActive ? mailbox.takePassing() : mailbox.isEmpty ? [] : mailbox.take()
            return items.isEmpty ? nil : items
        }

        mutating func takeFarewell() -> LaneWork? { mayEnd ? farewell.take() : nil }

        /// Asks for a thread where there is work and none has been asked for.
        mutating func schedule() -> Bool {
            guard phase == .idle, hasWork else { return false }
            phase = .scheduled
            return true
        }
    }
}
