// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that waits in a mailbox: a stretch of events and the listeners that match every one of them, or work that
/// keeps its place among the events.
struct MailboxItem {
    /// The routing stage's own batch, which costs each mailbox one retain.
    private(set) var events: [Event] = []
    /// Where the stretch lies among the events; empty for work.
    var range = 0..<0
    let subscriptions: [Subscription]
    /// Nil for events.
    let work: MailboxWork?

    /// How many events a batch has at most: whoever keeps one of them waiting keeps no more than its batch.
    static let longestBatch = 512
    /// Of batches with at most this many events those that wait are put together: an array of one event takes as much as
    /// three events of a long one.
    private static let shortBatch = 64

    init(_ events: [Event], _ range: Range<Int>, for subscriptions: [Subscription]) {
        self.events = events
        self.range = range
        self.subscriptions = subscriptions
        work = nil
    }

    init(_ work: MailboxWork) {
        subscriptions = []
        self.work = work
    }

    /// Makes a listener before it can receive anything.
    init(constructing subscription: Subscription) {
        subscriptions = [subscription]
        work = MailboxWork(.construction) { subscription.construct() }
    }

    /// Whether it is handled also while events wait because of a ``MailboxHold``.
    var passesHold: Bool { work?.passesHold ?? false }

    /// The bytes that its events take.
    var byteCount: Int { range.reduce(0) { $0 + events[$1].footprint } }

    // MARK: - Waiting

    /// Whether a batch is so much longer than the stretch that a listener which does not return must not keep it.
    var isSmallPart: Bool { events.count > 64 && range.count <= events.count / 16 }

    /// The same events in an array of their own, so that what waits keeps neither a whole batch alive nor the room in it
    /// that was never filled.
    var compacted: MailboxItem {
        let unused = events.capacity - range.count
        guard range.count < events.count || unused > max(16, range.count / 4) else { return self }
        // A slice of the whole array would be the same array.
        return MailboxItem(events[range].map { $0 }, 0..<range.count, for: subscriptions)
    }

    /// Whether the events of another item can come behind its own, in an array of its own.
    func canJoin(_ other: MailboxItem) -> Bool {
        work == nil && other.range.count <= Self.shortBatch && events.count + other.range.count <= Self.longestBatch
            && range == events.indices && subscriptions.elementsEqual(other.subscriptions, by: ===)
    }

    /// Adds the events of another item for which ``canJoin(_:)`` returns true.
    mutating func join(_ other: MailboxItem) {
        events.append(contentsOf: other.events[other.range])
        range = range.lowerBound..<events.count
    }

    // MARK: - Progress

    /// Returns a call.
    ///
    /// - Parameter calls: How many calls have been begun for the item, with this one.
    /// - Returns: The call, or nil if none was begun.
    func call(_ calls: UInt64) -> OverrunCulprit? {
        guard calls > 0 else { return nil }
        guard let work else {
            return position(after: calls - 1).map { .hearing(subscriptions[$0.listener], events[$0.event]) }
        }
        return subscriptions.first.map(OverrunCulprit.construction) ?? work.call.map(OverrunCulprit.work)
    }

    /// Returns the place of the call after the given number of calls; nil behind the last one.
    private func position(after calls: UInt64) -> (event: Int, listener: Int)? {
        guard !subscriptions.isEmpty else { return nil }
        let (event, listener) = Int(clamping: calls).quotientAndRemainder(dividingBy: subscriptions.count)
        return event < range.count ? (range.lowerBound + event, listener) : nil
    }

    /// Returns what is left of the item when calls have been begun, in order.
    func rest(after calls: UInt64) -> [MailboxItem] {
        guard work == nil else { return calls > 0 ? [] : [self] }
        guard let (event, listener) = position(after: calls) else { return [] }
        guard listener > 0 else { return [MailboxItem(events, event..<range.upperBound, for: subscriptions)] }
        // Some of the listeners have heard this one.
        let split = MailboxItem(events, event..<event + 1, for: Array(subscriptions[listener...]))
        let rest = MailboxItem(events, event + 1..<range.upperBound, for: subscriptions)
        return rest.range.isEmpty ? [split] : [split, rest]
    }

    /// Returns the number of the oldest event that may still be delivered when calls have been begun; nil for work.
    func oldestNumber(after calls: UInt64 = 0) -> UInt64? {
        guard !range.isEmpty else { return nil }
        return events[position(after: calls == 0 ? 0 : calls - 1)?.event ?? range.lowerBound].number
    }
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

/// The call that exceeded its budget.
enum OverrunCulprit {
    case hearing(Subscription, Event)
    case construction(Subscription)
    case work(OverrunCall)
}
