// SPDX-License-Identifier: Apache-2.0

/// An item that waits in a mailbox.
enum MailboxItem {
    /// Events that subscriptions of the mailbox match.
    case parcel(Parcel)
    /// A listener that is to be made before it can receive anything.
    case construct(Subscription)
    /// Work that must run between the events before and after it.
    case work(MailboxWork)

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
    let events: [Event]
    var range: Range<Int>
    let subscriptions: [Subscription]

    /// How many events a batch has at most: whoever keeps one of them waiting keeps no more than its batch.
    static let longestBatch = 512

    /// The same events in an array of their own, so that what waits does not keep a whole batch alive.
    var compacted: Parcel {
        guard range.count < events.count else { return self }
        return Parcel(events: Array(events[range]), range: 0..<range.count, subscriptions: subscriptions)
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
