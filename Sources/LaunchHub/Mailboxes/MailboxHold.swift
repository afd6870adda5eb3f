// SPDX-License-Identifier: Apache-2.0

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
