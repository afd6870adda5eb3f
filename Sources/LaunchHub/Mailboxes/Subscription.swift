// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The subscription of one listener to events of a type and source.
final class Subscription: Sendable {
    /// The listener in its three phases.
    ///
    /// The subscription keeps nothing of a released one.
    private enum Slot {
        case unmade(@Sendable () -> any EventListener)
        case made(ListenerReference)
        case released
    }

    let type: EventType
    let source: EventSource
    let mailbox: Mailbox
    let isOneShot: Bool
    /// Whether the listener is still to be made, on its mailbox, when the subscription is added.
    let needsConstruction: Bool
    /// A name for logs and diagnostics.
    let label: String

    private let slot: Locked<Slot>
    /// Not zero once the listener receives no more events.
    private let cancelled = AtomicWord()
    private let strikes = AtomicWord()

    init(
        _ type: EventType,
        _ source: EventSource,
        in mailbox: Mailbox,
        label: String? = nil,
        isOneShot: Bool = false,
        listener: sending any EventListener
    ) {
        self.type = type
        self.source = source
        self.mailbox = mailbox
        self.label = label ?? mailbox.name
        self.isOneShot = isOneShot
        needsConstruction = false
        slot = Locked(.made(ListenerReference(listener)))
    }

    init(
        _ type: EventType,
        _ source: EventSource,
        in mailbox: Mailbox,
        label: String,
        make: @escaping @Sendable () -> any EventListener
    ) {
        self.type = type
        self.source = source
        self.mailbox = mailbox
        self.label = label
        isOneShot = false
        needsConstruction = true
        slot = Locked(.unmade(make))
    }

    /// Whether the listener receives no more events.
    @inline(__always)
    var isCancelled: Bool { cancelled.load() != 0 }

    /// Prevents further calls; the listener keeps what it holds.
    func cancel() {
        cancelled.store(1)
    }

    /// Cancels the subscription and releases the listener, on the calling thread or when its current call has returned.
    func release() {
        cancel()
        let released = slot.withLock { slot in
            defer { slot = .released }
            return slot
        }
        _ = consume released
    }

    /// Whether the subscription is for every event, responses included.
    var isFullWildcard: Bool { type == .wildcard && source == .wildcard }

    /// The reason why the subscription can receive nothing, because no event has an empty type or source; nil if there
    /// is none.
    var refusal: HubError? {
        if type.name.isEmpty { return HubError(.typeNotSupported) }
        return source.name.isEmpty ? HubError(.sourceNotSupported) : nil
    }

    func matches(_ eventType: EventType, _ eventSource: EventSource) -> Bool {
        (type == .wildcard || type == eventType) && (source == .wildcard || source == eventSource)
    }

    /// Makes the listener.
    ///
    /// Called on the mailbox.
    func construct() {
        let unmade = slot.withLock { $0 }
        guard !isCancelled, case .unmade(let make) = unmade else { return }
        let made = ListenerReference(make())
        // What is not needed any more is released outside the lock.
        let replaced = slot.withLock { slot -> Slot in
            guard case .unmade = slot else { return .made(made) }
            defer { slot = .made(made) }
            return slot
        }
        _ = consume replaced
    }

    /// The listener between its construction and its release.
    ///
    /// Called on the mailbox only.
    var listener: (any EventListener)? {
        slot.withLock { slot in
            guard case .made(let reference) = slot else { return nil }
            return reference.listener
        }
    }

    /// Returns whether the listener may receive one more event.
    ///
    /// Called on the mailbox.
    @inline(__always)
    func begin() -> Bool {
        guard !isCancelled else { return false }
        if isOneShot { cancel() }
        return true
    }

    /// Counts one more call that exceeded the budget.
    ///
    /// - Returns: The number of such calls so far.
    func strike() -> Int {
        Int(clamping: strikes.add(1)) + 1
    }
}

/// A listener on its way from the thread that made it to its mailbox.
///
/// Unchecked: the listener's functions are called by the thread that runs the mailbox, and the mailbox's lock passes it
/// to that thread.
private struct ListenerReference: @unchecked Sendable {
    let listener: any EventListener

    init(_ listener: any EventListener) {
        self.listener = listener
    }
}
