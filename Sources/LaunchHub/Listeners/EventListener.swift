// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// An object that receives events.
///
/// The calls of one listener never overlap. Each call has a budget, 100 ms unless the hub was made with another:
/// dispatch longer work to a queue of your own and return.
public protocol EventListener: AnyObject {
    /// Receives an event.
    ///
    /// - Parameter event: An event whose type and source match the subscription. Called on a thread of the hub.
    func hear(_ event: Event)
}

/// A listener that calls a closure.
final class ClosureListener: EventListener {
    private let body: @Sendable (Event) -> Void

    init(_ body: @escaping @Sendable (Event) -> Void) {
        self.body = body
    }

    func hear(_ event: Event) {
        body(event)
    }
}

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
