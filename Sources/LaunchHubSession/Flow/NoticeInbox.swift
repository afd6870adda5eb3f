// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenAppSDKExtension

/// The notices of the session's listener, with a way to wait until all that were reported have arrived.
///
/// A listener is called in a mailbox of its own, some time after the call that was the cause returned. The instances
/// count what they report, so that a step can wait for its own notices and a replay has them at the same place.
final class NoticeInbox: Sendable {
    private struct State {
        var reported = 0
        var heard = 0
        var notices: [NielsenSDKNotice] = []
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    /// Counts a notice that is on its way.
    func expect() {
        state.withLock { $0.reported += 1 }
    }

    /// Keeps a notice that the listener received.
    func hear(_ notice: NielsenSDKNotice) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.heard += 1
            state.notices.append(notice)
            guard state.heard >= state.reported else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits until everything that was reported has arrived, and takes it out.
    func removeAll() async -> [NielsenSDKNotice] {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                guard state.heard < state.reported else { return true }
                state.waiting = continuation
                return false
            }
            if isSettled { continuation.resume() }
        }
        return state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }
}
