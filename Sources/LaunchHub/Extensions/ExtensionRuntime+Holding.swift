// SPDX-License-Identifier: Apache-2.0

import HubServices

extension ExtensionRuntime {
    /// Holds the extension's events in its mailbox, from the next one on.
    ///
    /// Use this method while the extension cannot handle events yet, for example until a file has been read.
    /// Completions of requests, work in order and ``ExtensionCallbacks`` continue. Held events count against the limits
    /// of the mailbox. The pause ends with ``resumeDelivery()`` or when the hub is shut down. A call inside a listener
    /// takes effect when the listener returns.
    public func pauseDelivery() {
        mailbox.hold { $0.isPaused = true }
    }

    /// Delivers the events held since ``pauseDelivery()``, in order.
    public func resumeDelivery() {
        mailbox.release { $0.isPaused = false }
    }

    /// Holds the extension's events in its mailbox until another extension has published a state.
    ///
    /// Call this method in the initializer to declare a dependency: every event is then received with the state in
    /// place. Several dependencies are awaited together.
    ///
    /// - Parameters:
    ///   - owner: The name of the other extension, in any case.
    ///   - reading: Which of the two states to wait for.
    ///   - timeout: How long to wait; events are then received without the state, and a warning is logged.
    public func holdDelivery(
        untilStateOf owner: String,
        _ reading: HubStateReading = [],
        timeout: Duration
    ) {
        mailbox.hold { $0.beginWait() }
        core.awaitState(of: owner, at: nil, reading, timeout: timeout) { [core, mailbox] state in
            mailbox.release { $0.endWait() }
            guard state.values == nil else { return }
            core.monitor.logAside(
                .warning,
                "\(mailbox.name) receives events without the state of \(owner), which did not come in time"
            )
        }
    }
}
