// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// The least that brings events to a listener on another thread: a lock, an array, one drain job a busy period.
///
/// No hub: no numbers, no order between listeners, no isolation, no budget, no requests. The listener is found as an
/// ordinary program would find it, in a dictionary by type and source.
final class FloorQueue: Sendable {
    private struct Address: Hashable {
        let type: String
        let source: String
    }

    private struct State {
        var events: [Event] = []
        var isDraining = false
    }

    /// Unchecked: the listeners are called by the drain job alone, of which there is one at a time.
    private struct Listeners: @unchecked Sendable {
        let byAddress: [Address: any EventListener]
    }

    private let state = Locked(State())
    private let listeners: Listeners
    private let queue = DispatchQueue(label: "com.example.floor", target: .global())

    init(type: EventType, source: EventSource, listener: sending any EventListener) {
        listeners = Listeners(
            byAddress: [Address(type: type.name.spelling, source: source.name.spelling): listener]
        )
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
            for event in batch {
                let address = Address(type: event.type.name.spelling, source: event.source.name.spelling)
                listeners.byAddress[address]?.hear(event)
            }
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
