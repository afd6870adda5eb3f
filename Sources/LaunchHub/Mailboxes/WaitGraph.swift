// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The graph of which thread waits for which mailbox, in the whole process.
///
/// Two extensions whose listeners call each other in order would wait for each other for ever. The thread whose wait
/// would close such a circle is notified. Every thread of a circle but that one is asleep inside its call, so that what
/// it does then overlaps with nothing.
enum WaitGraph {
    private static let waits = Locked<[UInt64: Mailbox]>([:])

    /// Notes that the calling thread waits for a mailbox.
    ///
    /// - Returns: False, and nothing is noted, where that mailbox waits, perhaps by way of others, for the calling thread.
    static func enter(waitingFor mailbox: Mailbox) -> Bool {
        let thread = MailboxAtomics.thisThread
        return waits.withLock { waits in
            var next: Mailbox? = mailbox
            while let current = next {
                let owner = current.owner
                if owner == thread { return false }
                next = owner == 0 ? nil : waits[owner]
            }
            waits[thread] = mailbox
            return true
        }
    }

    /// Notes that the calling thread waits no more.
    static func leave() {
        let thread = MailboxAtomics.thisThread
        let mailbox = waits.withLock { $0.removeValue(forKey: thread) }
        _ = consume mailbox
    }
}
