// SPDX-License-Identifier: Apache-2.0

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
