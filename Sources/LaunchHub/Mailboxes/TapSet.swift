// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An observer of the package's own, which receives records on the thread on which they are made.
package protocol DirectHubTap: AnyObject, Sendable {
    /// Receives records.
    ///
    /// The implementation only stores them: the hub waits for it, and holds a lock.
    ///
    /// - Returns: False to receive no more until it is woken, because there is too much.
    func receive(_ records: [HubRecord]) -> Bool
}

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

    private struct Direct: Sendable {
        let tap: any DirectHubTap
        var isResting = false
    }

    private struct State: Sendable {
        var taps: [Installed] = []
        var direct: [Direct] = []

        /// The number of observers that receive records.
        var awake: UInt64 { UInt64(taps.count + direct.count { !$0.isResting }) }
    }

    private let state = Locked(State())
    private let count = AtomicWord()

    @inline(__always)
    var isEmpty: Bool { count.load() == 0 }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { count.store(state.awake) }
            return body(&state)
        }
    }

    func install(_ tap: any HubTap, on mailbox: Mailbox) {
        change { $0.taps.append(Installed(tap: tap, mailbox: mailbox)) }
    }

    // MARK: - Direct observers

    func install(_ tap: any DirectHubTap) {
        change { $0.direct.append(Direct(tap: tap)) }
    }

    func wake(_ tap: any DirectHubTap) {
        change { state in
            for place in state.direct.indices where state.direct[place].tap === tap {
                state.direct[place].isResting = false
            }
        }
    }

    func remove(_ tap: any DirectHubTap) {
        let removed = change { state in
            defer { state.direct.removeAll { $0.tap === tap } }
            return state.direct.filter { $0.tap === tap }
        }
        _ = consume removed
    }

    // MARK: - Reports

    /// Records that a call of an observer exceeded its budget.
    ///
    /// - Returns: False if that was reported before, because the observer also receives the report and would be slow on
    ///   it.
    func beginsReport(on mailbox: Mailbox) -> Bool {
        state.withLock { state in
            guard let place = state.taps.firstIndex(where: { $0.mailbox === mailbox }), !state.taps[place].isReported
            else { return false }
            state.taps[place].isReported = true
            return true
        }
    }

    func remove(on mailbox: Mailbox) {
        // The taps are released outside the lock.
        let removed = change { state in
            defer { state.taps.removeAll { $0.mailbox === mailbox } }
            return state.taps.filter { $0.mailbox === mailbox }
        }
        _ = consume removed
    }

    func removeAll() {
        let removed = change { state in
            defer { state = State() }
            return state
        }
        _ = consume removed
    }

    /// Passes the same records to every observer, in the same order.
    ///
    /// - Returns: The mailboxes that must be submitted to an executor.
    func record(_ records: [HubRecord]) -> [any HubJob] {
        state.withLock { state in
            if !state.direct.isEmpty { pass(records, &state) }
            guard !state.taps.isEmpty else { return [] }
            return state.taps.compactMap { installed in
                let (tap, mailbox) = (installed.tap, installed.mailbox)
                let work = MailboxWork(.tap) { for record in records where !mailbox.isStopped { tap.observe(record) } }
                return mailbox.post(MailboxItem(work)) ? mailbox : nil
            }
        }
    }

    /// Puts work behind the records that every observer with a mailbox has yet to receive.
    ///
    /// - Parameter work: Makes the work of one observer; it must not call foreign code.
    /// - Returns: The mailboxes that must be submitted to an executor.
    func post(_ work: () -> MailboxWork) -> [any HubJob] {
        state.withLock { state in state.taps.map(\.mailbox).filter { $0.post(MailboxItem(work())) } }
    }

    private func pass(_ records: [HubRecord], _ state: inout State) {
        var hasChanged = false
        for place in state.direct.indices where !state.direct[place].isResting {
            guard !state.direct[place].tap.receive(records) else { continue }
            state.direct[place].isResting = true
            hasChanged = true
        }
        if hasChanged { count.store(state.awake) }
    }
}
