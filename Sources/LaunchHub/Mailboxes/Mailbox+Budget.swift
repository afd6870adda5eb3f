// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Calls that last too long.
extension Mailbox {
    func heldUp(for duration: Duration, at progress: UInt64) -> Duration? {
        let budget = monitor.budget
        guard duration >= budget else { return budget }
        var isReported = false
        if state.withLock({ $0.abandoned == progress }) {
            abandon(progress)
        } else {
            isReported = reportOverrun(of: progress)
        }
        // The call may have returned meanwhile; a look later it is certain whether it has.
        return isReported || atomics.progress != progress ? duration + Lanes.patience : nil
    }

    /// Reports the call that runs at the moment as too long, once.
    ///
    /// - Returns: False if the call has returned, was reported before, or is one of the hub's own.
    @discardableResult
    func reportOverrun(of call: UInt64) -> Bool {
        let culprit: OverrunCulprit? = state.withLock { state in
            guard atomics.progress == call, state.reported != call else { return nil }
            guard let culprit = state.item?.call(call &- state.callsBefore) else { return nil }
            state.reported = call
            atomics.overrun = call
            return culprit
        }
        guard let culprit else { return false }
        if monitor.reports.overran(culprit, self) { state.withLock { $0.abandoned = call } }
        return true
    }

    /// Lets another thread go on behind a call that does not return.
    private func abandon(_ call: UInt64) {
        var lost: MailboxItem?
        let needsThread = state.withLock { state in
            state.abandoned = nil
            guard atomics.progress == call, atomics.overrun == call, let item = state.item.take() else { return false }
            lost = item
            atomics.signal.beginIncarnation()
            atomics.overrun = 0
            atomics.owner = 0
            if !atomics.signal.isStopped { state.queue.putBack(item.rest(after: call &- state.callsBefore)) }
            state.phase = .idle
            return state.schedule()
        }
        if needsThread { monitor.executor.submit(self) }
        _ = consume lost
    }

    /// Settles the overrun after a call that was reported as too long has returned.
    ///
    /// - Returns: False if another thread has the mailbox now.
    func settleOverrun(_ expected: MailboxSignal) -> Bool {
        guard atomics.signal.hasIncarnation(of: expected) else { return false }
        guard atomics.overrun != 0 else { return true }
        let isMine = state.withLock { state in
            guard atomics.signal.hasIncarnation(of: expected) else { return false }
            atomics.overrun = 0
            state.abandoned = nil
            return true
        }
        guard isMine else { return false }
        monitor.executor.watchAgain(self)
        monitor.logAside(.debug, "the listener on \(name) that overran its budget has returned")
        return true
    }

    func waitsForThread(_ shortage: ThreadShortage) {
        monitor.reports.lacksThread(shortage)
    }
}
