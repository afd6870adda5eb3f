// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// The least of all that brings events to a listener on another thread: a lock, an array, one dispatch job a busy
/// period and a direct call.
///
/// Nothing is looked up.
final class BareQueue: Sendable {
    private struct State {
        var events: [Event] = []
        var isDraining = false
    }

    /// Unchecked: the listener is called by the drain job alone, of which there is one at a time.
    private struct Target: @unchecked Sendable {
        let listener: any EventListener
    }

    private let state = Locked(State())
    private let target: Target
    private let queue = DispatchQueue(label: "com.example.bare", target: .global())

    init(listener: sending any EventListener) {
        target = Target(listener: listener)
    }

    func dispatch(_ event: Event) {
        let needsDrain = state.withLock { state in
            state.events.append(event)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if needsDrain { queue.async { self.drain() } }
    }

    private func drain() {
        var batch: [Event] = []
        while swapBatch(&batch) {
            for event in batch { target.listener.hear(event) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func swapBatch(_ batch: inout [Event]) -> Bool {
        state.withLock { state in
            guard !state.events.isEmpty else {
                state.isDraining = false
                return false
            }
            swap(&batch, &state.events)
            return true
        }
    }
}
