// SPDX-License-Identifier: Apache-2.0

import HubServices

/// One listener's wish to hear events of a type and source.
final class Subscription: Sendable {
    /// What the subscription has of its listener. Whoever keeps the subscription keeps nothing of a released one.
    private enum Slot {
        case unmade(@Sendable () -> any EventListener)
        case made(ListenerReference)
        case released
    }

    let type: EventType
    let source: EventSource
    let lane: Lane
    let isOneShot: Bool
    /// Whether the listener has yet to be made, on its lane, when the subscription is made.
    let needsConstruction: Bool
    /// What people call the listener.
    let label: String

    private let slot: Locked<Slot>
    /// Not zero where the listener is to hear nothing more.
    private let cancelled = AtomicWord()
    private let strikes = AtomicWord()

    init(
        type: EventType,
        source: EventSource,
        lane: Lane,
        label: String,
        isOneShot: Bool = false,
        listener: sending any EventListener
    ) {
        self.type = type
        self.source = source
        self.lane = lane
        self.label = label
        self.isOneShot = isOneShot
        needsConstruction = false
        slot = Locked(.made(ListenerReference(listener)))
    }

    init(
        type: EventType,
        source: EventSource,
        lane: Lane,
        label: String,
        make: @escaping @Sendable () -> any EventListener
    ) {
        self.type = type
        self.source = source
        self.lane = lane
        self.label = label
        isOneShot = false
        needsConstruction = true
        slot = Locked(.unmade(make))
    }

    /// Whether the listener is to hear nothing more.
    @inline(__always)
    var isCancelled: Bool { cancelled.load() != 0 }

    /// Sees to it that no call begins any more; what the listener holds is still held.
    func cancel() {
        cancelled.store(1)
    }

    /// Cancels, and releases the listener on the calling thread, or when the call that it is in has returned.
    func release() {
        cancel()
        let released = slot.withLock { slot in
            defer { slot = .released }
            return slot
        }
        _ = consume released
    }

    /// Whether the subscription wants every event, answers included.
    var isFullWildcard: Bool { type == .wildcard && source == .wildcard }

    /// What makes it impossible to hear anything: no event has an empty type or source.
    var refusal: HubError? {
        if type.name.isEmpty { return .typeNotSupported }
        return source.name.isEmpty ? .sourceNotSupported : nil
    }

    func matches(_ eventType: EventType, _ eventSource: EventSource) -> Bool {
        (type == .wildcard || type == eventType) && (source == .wildcard || source == eventSource)
    }

    /// Makes the listener. Runs on the lane.
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

    /// The listener, once it has been made and until it is released. Called on the lane only.
    var listener: (any EventListener)? {
        slot.withLock { slot in
            guard case .made(let reference) = slot else { return nil }
            return reference.listener
        }
    }

    /// Asks whether the listener may hear one more event. Runs on the lane.
    @inline(__always)
    func begin() -> Bool {
        guard !isCancelled else { return false }
        if isOneShot { cancel() }
        return true
    }

    /// Counts one more call that took too long.
    ///
    /// - Returns: How many there have been.
    func strike() -> Int {
        Int(clamping: strikes.add(1)) + 1
    }
}

/// A listener on its way from the thread that made it to its lane.
///
/// Unchecked: the listener's functions are called by the thread that runs the lane, which the lane's lock gives it to.
private struct ListenerReference: @unchecked Sendable {
    let listener: any EventListener

    init(_ listener: any EventListener) {
        self.listener = listener
    }
}
