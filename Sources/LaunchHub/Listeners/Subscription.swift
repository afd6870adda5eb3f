// SPDX-License-Identifier: Apache-2.0

import CAtomics
import HubServices

/// One listener's wish to hear events of a type and source.
///
/// Unchecked: `listener` and `strikes` are touched only by the thread that runs the lane, which the lane's lock hands
/// them to; the cancelled word is atomic.
final class Subscription: @unchecked Sendable {
    let type: EventType
    let source: EventSource
    let lane: Lane
    let isOneShot: Bool
    /// What people call the listener.
    let label: String

    private var listener: (any EventListener)?
    private let make: (@Sendable () -> any EventListener)?
    private let cancelled: UnsafeMutablePointer<UInt64>
    private let strikeCount = Locked(0)

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
        self.listener = listener
        make = nil
        cancelled = Self.makeWord()
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
        self.make = make
        isOneShot = false
        cancelled = Self.makeWord()
    }

    private static func makeWord() -> UnsafeMutablePointer<UInt64> {
        let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        word.initialize(to: 0)
        return word
    }

    deinit {
        cancelled.deallocate()
    }

    /// True where the listener has yet to be made, on its lane.
    var needsConstruction: Bool { make != nil }

    /// True where the listener is to hear nothing more.
    var isCancelled: Bool { launchhub_load_relaxed(cancelled) != 0 }

    func cancel() {
        launchhub_store_relaxed(cancelled, 1)
    }

    /// True where the subscription wants every event, answers included.
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
        guard !isCancelled, let make else { return }
        listener = make()
    }

    /// The listener, once it has been made. Read on the lane.
    var readyListener: (any EventListener)? { listener }

    /// Asks whether the listener may hear one more event. Runs on the lane.
    @inline(__always)
    func begin() -> Bool {
        guard !isCancelled else { return false }
        if isOneShot { cancel() }
        return true
    }

    /// Brings the listener an event. Runs on the lane.
    func hear(_ event: Event) {
        guard begin() else { return }
        listener?.hear(event)
    }

    /// Counts one more call that took too long.
    ///
    /// - Returns: How many there have been.
    func strike() -> Int {
        strikeCount.withLock { count in
            count += 1
            return count
        }
    }
}
