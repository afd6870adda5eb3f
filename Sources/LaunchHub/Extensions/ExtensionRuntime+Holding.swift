// SPDX-License-Identifier: Apache-2.0

import HubServices

extension ExtensionRuntime {
    /// Lets the extension's events wait in its mailbox, from the next one on.
    ///
    /// Use it while the extension cannot handle events yet, such as before a file was read. Completions of requests, work in
    /// order and ``ExtensionCallbacks`` go on. What waits counts against the limits of the mailbox. The pause ends with
    /// ``resumeDelivery()``, and when the hub is shut down. Called inside a listener it takes effect when that returns.
    public func pauseDelivery() {
        lane.hold { $0.isPaused = true }
    }

    /// Lets the extension receive what has waited since ``pauseDelivery()``, in order.
    public func resumeDelivery() {
        if lane.release({ $0.isPaused = false }) { core.resubmit(lane) }
    }

    /// Lets the extension's events wait in its mailbox until another extension has published a state.
    ///
    /// Call it in the initializer to declare a dependency: every event is then received with the state in place. Several
    /// dependencies are waited for together.
    ///
    /// - Parameters:
    ///   - owner: The other extension's name, in whatever case.
    ///   - reading: Which of the two states is meant.
    ///   - timeout: How long to wait; events are then received without the state, and the log says so.
    public func holdDelivery(
        untilStateOf owner: String,
        _ reading: HubStateReading = [],
        timeout: Duration
    ) {
        lane.hold { $0.beginWait() }
        core.awaitState(of: owner, at: nil, reading, timeout: timeout) { [core, lane] state in
            if lane.release({ $0.endWait() }) { core.resubmit(lane) }
            guard state.values == nil else { return }
            core.logAside(
                .warning,
                "\(lane.name) receives events without the state of \(owner), which did not come in time"
            )
        }
    }
}
