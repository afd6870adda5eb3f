// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// A listener that calls a closure on the main actor.
///
/// Events reach the main queue in order; those that accumulate while the main thread is busy are received together.
final class MainActorListener: EventListener, Sendable {
    private struct State {
        var waiting = FIFO<Event>()
        var isScheduled = false
        var isCancelled = false
    }

    private let body: @MainActor @Sendable (Event) -> Void
    private let state: Locked<State>

    init(_ body: @escaping @MainActor @Sendable (Event) -> Void) {
        self.body = body
        state = Locked(State())
    }

    /// Cancels the listener immediately, including for events that are on their way to the main thread.
    var cancellation: @Sendable () -> Void {
        { [state] in
            let dropped = state.withLock { state in
                state.isCancelled = true
                defer { state.waiting = FIFO() }
                return state.waiting
            }
            _ = consume dropped
        }
    }

    func hear(_ event: Event) {
        let needsTurn = state.withLock { state in
            guard !state.isCancelled else { return false }
            state.waiting.append(event)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard needsTurn else { return }
        DispatchQueue.main.async { [body, state] in
            MainActor.assumeIsolated { Self.receive(state, body) }
        }
    }

    /// Passes the accumulated events to the closure.
    @MainActor
    private static func receive(_ state: Locked<State>, _ body: @MainActor @Sendable (Event) -> Void) {
        while let event = next(state) { body(event) }
    }

    private static func next(_ state: Locked<State>) -> Event? {
        state.withLock { state in
            let event = state.isCancelled ? nil : state.waiting.popFirst()
            if event == nil { state.isScheduled = false }
            return event
        }
    }
}
