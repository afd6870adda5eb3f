// SPDX-License-Identifier: Apache-2.0

/// An item that waits in a mailbox.
enum MailboxItem {
    /// Events that subscriptions of the mailbox match.
    case parcel(Parcel)
    /// A listener that is to be made before it can receive anything.
    case construct(Subscription)
    /// Work that must run between the events before and after it.
    case work(MailboxWork)

    /// Adds the events of a parcel to those of this item, which is a parcel.
    mutating func join(_ other: Parcel) {
        guard case .parcel(var own) = self else { return }
        // Nobody else holds the array while it grows, so that it is not copied.
        self = .parcel(Parcel(events: [], range: 0..<0, subscriptions: []))
        own.join(other)
        self = .parcel(own)
    }

    /// How many events it holds.
    var eventCount: Int {
        switch self {
        case .parcel(let parcel): parcel.range.count
        case .construct, .work: 0
        }
    }

    /// Whether it is handled also while events wait because of a ``MailboxHold``.
    var passesHold: Bool {
        switch self {
        case .parcel: false
        case .construct: true
        case .work(let work): work.passesHold
        }
    }
}

/// A stretch of a batch of events, and the subscriptions of one mailbox that match every event of it.
///
/// The array is the routing stage's own batch: handing it to any number of mailboxes costs one retain each.
struct Parcel {
    private(set) var events: [Event]
    var range: Range<Int>
    let subscriptions: [Subscription]

    /// How many events a batch has at most: whoever keeps one of them waiting keeps no more than its batch.
    static let longestBatch = 512

    /// The same events in an array of their own, so that what waits keeps neither a whole batch alive nor the room in it
    /// that was never filled.
    var compacted: Parcel {
        let unused = events.capacity - range.count
        guard range.count < events.count || unused > max(16, range.count / 4) else { return self }
        // A slice of the whole array would be the same array.
        let own = events.withUnsafeBufferPointer { Array(UnsafeBufferPointer(rebasing: $0[range])) }
        return Parcel(events: own, range: 0..<range.count, subscriptions: subscriptions)
    }

    /// Of batches with at most this many events those that wait are put together: an array of one event takes as much as
    /// three events of a long one.
    private static let shortBatch = 64

    /// Whether the events of another parcel can come behind its own, in an array of its own.
    func canJoin(_ other: Parcel) -> Bool {
        other.range.count <= Self.shortBatch && events.count + other.range.count <= Self.longestBatch
            && range == events.indices && hasListeners(of: other)
    }

    /// Adds the events of another parcel for which ``canJoin(_:)`` returns true.
    mutating func join(_ other: Parcel) {
        events.append(contentsOf: other.events[other.range])
        range = range.lowerBound..<events.count
    }

    /// Whether its events are for the same listeners.
    func hasListeners(of other: Parcel) -> Bool {
        subscriptions.count == other.subscriptions.count
            && zip(subscriptions, other.subscriptions).allSatisfy { $0 === $1 }
    }

    /// The bytes that its events take.
    var byteCount: Int { range.reduce(0) { $0 + events[$1].footprint } }
}

/// Foreign code other than a listener's that runs on a mailbox, one call at a time with it.
struct MailboxWork: Sendable {
    /// The name of the call in reports; nil for work of the hub's own, which does not block.
    let call: OverrunCall?
    /// Whether it runs also while events wait because of a ``MailboxHold``.
    let passesHold: Bool
    let body: @Sendable () -> Void

    init(_ call: OverrunCall?, _ body: @escaping @Sendable () -> Void) {
        self.call = call
        self.body = body
        passesHold = true
    }

    /// Makes a mark of the hub's own that keeps its place among the events.
    ///
    /// - Parameter body: Must not call foreign code.
    init(mark body: @escaping @Sendable () -> Void) {
        call = nil
        self.body = body
        passesHold = false
    }
}
