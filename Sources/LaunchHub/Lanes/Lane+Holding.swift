// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Events that wait although nothing runs, and a caller that takes a lane for itself.
extension Lane {
    /// Lets events wait from the next one on; everything else goes on.
    func hold(_ change: (inout LaneHold) -> Void) {
        state.withLock { state in
            change(&state.hold)
            if state.isClosed { state.hold.lift() }
            guard state.hold.isActive, state.hand != nil else { return }
            var signal = words.signal
            signal.isYielding = true
            words.setSignal(signal)
        }
    }

    /// Ends a reason for which events wait; delivery resumes when the last one has ended.
    func release(_ change: (inout LaneHold) -> Void) {
        let needsThread = state.withLock { state in
            change(&state.hold)
            return state.schedule()
        }
        if needsThread { monitor.executor.submit(self) }
    }

    // MARK: - Running on a foreign thread

    /// Takes the lane for the calling thread if nothing waits in it and nothing runs.
    func claim() -> Bool {
        let isClaimed = state.withLock { state in
            guard state.phase == .idle, !state.hasWork, !state.isClosed else { return false }
            state.phase = .running
            return true
        }
        if isClaimed { words.takeOwnership() }
        return isClaimed
    }

    /// Gives the lane back after ``claim()``.
    ///
    /// - Returns: True if something has come in meanwhile, so that the lane must be submitted to an executor.
    func unclaim() -> Bool {
        words.giveUpOwnership()
        return state.withLock { state in
            state.phase = .idle
            return state.schedule()
        }
    }
}
