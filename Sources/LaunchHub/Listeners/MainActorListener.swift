// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A listener that calls a closure on the main actor, by way of the main queue, which keeps the order.
final class MainActorListener: EventListener, Sendable {
    private let body: @MainActor @Sendable (Event) -> Void
    /// Not zero once the listener receives no more events.
    private let cancelled = AtomicWord()

    init(_ body: @escaping @MainActor @Sendable (Event) -> Void) {
        self.body = body
    }

    /// Cancels the listener immediately, including for events that are on their way to the main thread.
    var cancellation: @Sendable () -> Void {
        { [cancelled] in cancelled.store(1) }
    }

    func hear(_ event: Event) {
        DispatchQueue.main.async { [body, cancelled] in
            if cancelled.load() == 0 { MainActor.assumeIsolated { body(event) } }
        }
    }
}
