// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How many jobs of callbacks have been made and have not ended.
final class OutstandingCallbacks: Sendable {
    private struct State {
        var count = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Whether every callback has returned.
    var isEmpty: Bool { state.withLock { $0.count == 0 } }

    func begin() {
        state.withLock { $0.count += 1 }
    }

    func end() {
        let woken = state.withLock { state -> [@Sendable () -> Void] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for action in woken { action() }
    }

    /// Calls an action once no callback is outstanding.
    ///
    /// - Parameter action: Called once, at once or by the thread whose callback is the last; must not call foreign code.
    func whenEmpty(_ action: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            if state.count > 0 { state.waiting.append(action) }
            return state.count == 0
        }
        if isEmpty { action() }
    }
}
