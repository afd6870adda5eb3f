// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Events that wait although nothing runs, and a caller that runs in a mailbox itself.
extension Mailbox {
    /// Lets events wait from the next one on; everything else goes on.
    func hold(_ change: (inout MailboxHold) -> Void) {
        state.withLock { state in
            change(&state.hold)
            if state.isClosed { state.hold.lift() }
            guard state.hold.isActive, state.item != nil else { return }
            atomics.signal.isHolding = true
        }
    }

    /// Ends a reason for which events wait; delivery resumes when the last one has ended.
    func release(_ change: (inout MailboxHold) -> Void) {
        let needsThread = state.withLock { state in
            change(&state.hold)
            return state.schedule()
        }
        if needsThread { monitor.executor.submit(self) }
    }

    // MARK: - Running on a foreign thread

    /// Takes the mailbox for the calling thread if nothing waits in it and nothing runs.
    func claim() -> Bool {
        let isClaimed = state.withLock { state in
            guard state.phase == .idle, !state.hasWork, !state.isClosed else { return false }
            state.phase = .running
            return true
        }
        if isClaimed { atomics.owner = MailboxAtomics.thisThread }
        return isClaimed
    }

    /// Gives the mailbox back after ``claim()``.
    ///
    /// - Returns: True if something has come in meanwhile, so that the mailbox must be submitted to an executor.
    func unclaim() -> Bool {
        atomics.owner = 0
        return state.withLock { state in
            state.phase = .idle
            return state.schedule()
        }
    }
}

/// Why events wait in a mailbox although nothing runs.
struct MailboxHold {
    /// The extension has paused its delivery.
    var isPaused = false
    /// How many states the extension waits for.
    private(set) var awaitedStates = 0
    /// How many calls of listeners with an `async` body have not returned.
    private(set) var calls = 0

    /// Whether events wait.
    var isActive: Bool { isPaused || awaitedStates > 0 || calls > 0 }

    /// Notes that a state is waited for.
    mutating func beginWait() { awaitedStates += 1 }

    /// Notes that a state is waited for no longer.
    mutating func endWait() { awaitedStates = max(0, awaitedStates - 1) }

    /// Notes that an `async` body begins.
    mutating func beginCall() { calls += 1 }

    /// Notes that an `async` body has returned.
    mutating func endCall() { calls = max(0, calls - 1) }

    /// Ends what the extension has asked for, because the mailbox is about to end.
    mutating func lift() {
        isPaused = false
        awaitedStates = 0
    }
}
