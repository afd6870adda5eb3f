// SPDX-License-Identifier: Apache-2.0

/// An instruction that the routing stage carries out between two events.
enum RoutingCommand {
    /// An extension is being made: what comes from here on is kept for the listeners that it registers.
    case board(Mailbox)
    /// An extension has been made and notified of its registration.
    case boarded(Mailbox)
    /// A listener receives events from the next one on.
    case subscribe(Subscription)
    /// A listener receives no more events, and answers none.
    case unsubscribe(Subscription)
    /// A listener receives no more events, but may still answer those that it has received.
    case forget(Subscription)
    /// Work that a mailbox runs after everything that was dispatched before it.
    case work(Mailbox, MailboxWork)
    /// A version of a state takes its place.
    case place(Placement)
    /// Everything before it has been passed to its mailboxes: run on the stage, must not call foreign code.
    case fence(@Sendable () -> Void)
    /// Every extension is ready: what was held goes out. Run when the booted event has its number; returns versions of
    /// states that lie directly behind it.
    case open(@Sendable () -> [Placement])
    /// The hub opens later: everything is held as before its start, until it is released.
    case hold
    /// The hub opens if it is ready.
    case release
    /// Events pass through another stage from here on, or through none; first come the events that a backlog causes.
    case install((any EventStage)?, (any EventBacklog)?)
    /// A mailbox has ended.
    case drop(Mailbox)
    /// Some request's time may be over.
    case expire
    /// A requester called its request off; the request's serial, and the event that it asks with.
    case cancel(UInt64, EventID)
    /// An interceptor dropped a request.
    case refuse(PendingRequest)
    /// The hub shuts down; run when every request has ended, with the number of events that no mailbox will get and the
    /// listeners that there were.
    case close(@Sendable (Int, [Subscription]) -> Void)
}
