// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Runs an action once, when a number of things have happened or when the time for them is over.
final class CompletionLatch: Sendable {
    private struct State {
        var left: Int
        var action: (@Sendable () -> Void)?
    }

    private let state: Locked<State>

    /// Makes a latch.
    ///
    /// It is open until ``seal()`` was called.
    init(of count: Int, action: @escaping @Sendable () -> Void) {
        state = Locked(State(left: count + 1, action: action))
    }

    /// Notes that everything that is to happen has been set going.
    func seal() {
        countDown()
    }

    /// Notes that one thing more is to happen.
    ///
    /// Before ``seal()``, or while another one has yet to happen.
    func expect() {
        state.withLock { $0.left += 1 }
    }

    /// Notes that one thing has happened.
    func countDown() {
        let action: (@Sendable () -> Void)? = state.withLock { state in
            state.left -= 1
            guard state.left == 0 else { return nil }
            defer { state.action = nil }
            return state.action
        }
        action?()
    }

    /// Notes that the time is over.
    func expire() {
        let action = state.withLock { state in
            defer { state.action = nil }
            return state.action
        }
        action?()
    }
}
