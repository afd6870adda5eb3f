// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The observers of a hub.
///
/// Without observers, the cost is reading one word.
final class TapSet: Sendable {
    struct Installed: Sendable {
        let tap: any HubTap
        let mailbox: Mailbox
        /// Whether a call that exceeded its budget has been reported.
        var isReported = false
    }

    private let taps = Locked<[Installed]>([])
    private let count = AtomicWord()

    @inline(__always)
    var isEmpty: Bool { count.load() == 0 }

    func install(_ tap: any HubTap, on mailbox: Mailbox) {
        taps.withLock { taps in
            taps.append(Installed(tap: tap, mailbox: mailbox))
            count.store(UInt64(taps.count))
        }
    }

    /// Records that a call of an observer exceeded its budget.
    ///
    /// - Returns: False if that was reported before, because the observer also receives the report and would be slow on
    ///   it.
    func beginsReport(on mailbox: Mailbox) -> Bool {
        taps.withLock { taps in
            guard let place = taps.firstIndex(where: { $0.mailbox === mailbox }), !taps[place].isReported else {
                return false
            }
            taps[place].isReported = true
            return true
        }
    }

    func remove(on mailbox: Mailbox) {
        remove { $0.mailbox === mailbox }
    }

    func removeAll() {
        remove { _ in true }
    }

    private func remove(where condition: (Installed) -> Bool) {
        // The taps are released outside the lock.
        let removed = taps.withLock { taps in
            let removed = taps.filter(condition)
            taps.removeAll(where: condition)
            count.store(UInt64(taps.count))
            return removed
        }
        _ = consume removed
    }

    /// Passes the same records to every observer, in the same order.
    ///
    /// - Returns: The mailboxes that must be submitted to an executor.
    func record(_ records: [HubRecord]) -> [any HubJob] {
        taps.withLock { taps in
            taps.compactMap { installed in
                let (tap, mailbox) = (installed.tap, installed.mailbox)
                let work = MailboxWork(.tap) { for record in records where !mailbox.isStopped { tap.observe(record) } }
                return mailbox.post(.work(work)) ? mailbox : nil
            }
        }
    }
}
