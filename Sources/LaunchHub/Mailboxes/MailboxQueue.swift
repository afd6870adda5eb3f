// SPDX-License-Identifier: Apache-2.0

/// The queue of a mailbox: the items that wait, within the limits of its policy.
struct MailboxQueue {
    private var items = FIFO<MailboxItem>()
    /// How many events wait.
    private(set) var count = 0
    /// How many bytes they take; zero where the policy has no limit in bytes.
    private(set) var byteCount = 0
    private(set) var droppedEvents: UInt64 = 0
    /// How many items are handled also while events are held.
    private var passing = 0
    private let policy: MailboxPolicy

    init(policy: MailboxPolicy = .unbounded) {
        self.policy = policy
    }

    var isEmpty: Bool { items.isEmpty }

    /// Whether something waits that is handled also while events are held.
    var hasPassing: Bool { passing > 0 }

    /// The number of the oldest event that waits.
    var oldestNumber: UInt64? { items.firstPlace { $0.work == nil }.flatMap { items[$0]?.oldestNumber() } }

    private mutating func count(_ item: MailboxItem, _ sign: Int) {
        count += sign * item.range.count
        if policy.byteLimit != nil { byteCount += sign * item.byteCount }
        if item.passesHold { passing += sign }
    }

    // MARK: - Filling

    /// Adds an item as the policy allows.
    ///
    /// - Parameters:
    ///   - item: What to add.
    ///   - dropped: Receives what is dropped, to be released outside the lock: freeing a listener may run its owner's
    ///     code.
    mutating func append(_ item: MailboxItem, _ dropped: inout [MailboxItem]) {
        // What will wait must not keep what others have heard.
        if item.work == nil, policy.isLimited { return admit(isEmpty ? item : item.compacted, &dropped) }
        count(item, 1)
        if item.work != nil || isEmpty { return items.append(item) }
        if items.last?.canJoin(item) == true { return items.changeLast { $0.join(item) } }
        items.append(item.compacted)
    }

    private mutating func admit(_ item: MailboxItem, _ dropped: inout [MailboxItem]) {
        var isBegun = false
        for place in item.range {
            let event = MailboxItem(item.events, place..<place + 1, for: item.subscriptions)
            while isFull(with: policy.byteLimit == nil ? 0 : event.byteCount) {
                droppedEvents += 1
                guard !policy.refusesNewEvents, dropOldest(&dropped) else {
                    droppedEvents += UInt64(item.range.upperBound - place - 1)
                    return
                }
            }
            count(event, 1)
            // Unless it was dropped meanwhile, the stretch before this event is the last item.
            if isBegun, let last = items.last, last.range.upperBound == place {
                items.changeLast { $0.range = last.range.lowerBound..<place + 1 }
            } else {
                items.append(event)
            }
            isBegun = true
        }
    }

    /// Returns whether the mailbox is full; one event may wait in any case, however large it is.
    private func isFull(with bytes: Int) -> Bool {
        guard count > 0 else { return false }
        if let limit = policy.limit, count >= limit { return true }
        if let limit = policy.byteLimit, byteCount + bytes > limit { return true }
        return false
    }

    /// Drops the event that has waited longest.
    ///
    /// - Returns: False if none waits.
    private mutating func dropOldest(_ dropped: inout [MailboxItem]) -> Bool {
        guard let place = items.firstPlace(where: { $0.work == nil }), let item = items[place] else { return false }
        dropped.append(removeFirstEvent(of: item, at: place))
        return true
    }

    /// Removes the first event of an item.
    private mutating func removeFirstEvent(of item: MailboxItem, at place: Int) -> MailboxItem {
        var (event, rest) = (item, item)
        event.range = item.range.prefix(1)
        rest.range = item.range.dropFirst()
        if rest.range.isEmpty { _ = items.remove(place) } else { items.replace(place, with: rest) }
        count(event, -1)
        return event
    }

    // MARK: - Emptying

    /// Takes out the item that is to be handled next; where there is a limit no more than one event, so that what waits is
    /// counted as waiting.
    ///
    /// - Parameter isHeld: Whether events are held.
    /// - Returns: The item, or nil if there is none to be handled.
    mutating func removeNext(whileHeld isHeld: Bool) -> MailboxItem? {
        if isHeld {
            guard hasPassing else { return nil }
            if items[0]?.passesHold == false { items.moveToFront(where: \.passesHold) }
        }
        if policy.isLimited, let first = items[0], first.work == nil { return removeFirstEvent(of: first, at: 0) }
        let item = items.popFirst()
        if let item { count(item, -1) }
        return item
    }

    /// Removes and returns everything.
    mutating func removeAll() -> [MailboxItem] {
        defer {
            items = FIFO()
            count = 0
            byteCount = 0
            passing = 0
        }
        return items.elements
    }

    /// Puts back what was taken out and not handled.
    mutating func putBack(_ rest: [MailboxItem]) {
        for item in rest.reversed() {
            count(item, 1)
            items.prepend(item)
        }
    }
}
