// SPDX-License-Identifier: Apache-2.0

/// What producers leave for the routing stage, in the order in which they came.
struct Inbox {
    /// Something that takes effect between two events.
    struct Mark {
        /// How many events of the same batch come before it.
        let position: Int
        let control: Control
    }

    var events: [Event] = []
    var marks: [Mark] = []
    var phase = Lane.Phase.idle
    var isClosed = false

    var isEmpty: Bool { events.isEmpty && marks.isEmpty }

    mutating func append(_ control: Control) {
        marks.append(Mark(position: events.count, control: control))
    }

    /// Asks for a thread where none has been asked for.
    mutating func schedule() -> Bool {
        guard phase == .idle else { return false }
        phase = .scheduled
        return true
    }
}

/// What the routing stage does between two events.
enum Control {
    /// The event behind it is a request, and somebody waits for its outcome.
    case request(PendingRequest)
    /// A listener hears from the next event on.
    case subscribe(Subscription)
    /// A listener hears nothing more, and answers nothing.
    case unsubscribe(Subscription)
    /// A listener hears nothing more, but may still answer what it has heard.
    case forget(Subscription)
    /// Work that a lane runs after everything that was dispatched before it.
    case work(Lane, @Sendable () -> Void)
    /// Every extension is ready: what was held goes out.
    case open
    /// A lane has ended.
    case drop(Lane)
    /// Some request's time may be over.
    case expire
    /// A requester called its request off.
    case cancel(PendingRequest)
    /// An interceptor dropped a request.
    case refuse(PendingRequest)
    /// The hub shuts down; run when every request has ended.
    case close(@Sendable () -> Void)
}
