// SPDX-License-Identifier: Apache-2.0

/// The queue of a mailbox: the items that wait, within the limits of its policy.
struct MailboxQueue {
    /// Items that were taken out and put back; they come before the rest.
    private var front: [MailboxItem] = []
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

    /// The number of events that are taken out together: a call that does not return keeps no more handled ones alive.
    static let turnLength = Parcel.longestBatch

    var isEmpty: Bool { front.isEmpty && items.isEmpty }

    /// The number of the oldest event that waits.
    var oldestNumber: UInt64? { Hand.oldestNumber(in: front) ?? Hand.oldestNumber(in: items.elements) }

    // MARK: - Filling

    /// Adds items.
    ///
    /// - Parameters:
    ///   - new: What to add; empty afterwards.
    ///   - dropped: Receives what is dropped, to be released outside the lock: freeing a listener may run its owner's
    ///     code.
    mutating func append(_ new: inout [MailboxItem], _ dropped: inout [MailboxItem]) {
        for item in new { append(item, &dropped) }
        new.removeAll(keepingCapacity: true)
    }

    /// Adds an item as the policy allows.
    mutating func append(_ item: MailboxItem, _ dropped: inout [MailboxItem]) {
        guard case .parcel(let parcel) = item else {
            if item.passesHold { passing += 1 }
            items.append(item)
            return
        }
        if policy.isLimited { return admit(isEmpty ? parcel : parcel.compacted, &dropped) }
        count += parcel.range.count
        if isEmpty { return items.append(.parcel(parcel)) }
        if canJoinLast(parcel) { return items.changeLast { $0.join(parcel) } }
        // Something waits, so this will wait, too: it must not keep what others have heard.
        items.append(.parcel(parcel.compacted))
    }

    private func canJoinLast(_ parcel: Parcel) -> Bool {
        guard case .parcel(let last)? = items.last else { return false }
        return last.canJoin(parcel)
    }

    private mutating func admit(_ parcel: Parcel, _ dropped: inout [MailboxItem]) {
        for place in parcel.range {
            let bytes = policy.byteLimit == nil ? 0 : parcel.events[place].footprint
            while isFull(with: bytes) {
                droppedEvents += 1
                guard !policy.refusesNewEvents, dropOldest(&dropped) else {
                    return refuse(parcel, from: place + 1)
                }
            }
            count += 1
            byteCount += bytes
            appendEvent(place, of: parcel)
        }
    }

    /// Returns whether the mailbox is full; one event may wait in any case, however large it is.
    private func isFull(with bytes: Int) -> Bool {
        guard count > 0 else { return false }
        if let limit = policy.limit, count >= limit { return true }
        if let limit = policy.byteLimit, byteCount + bytes > limit { return true }
        return false
    }

    private mutating func refuse(_ parcel: Parcel, from place: Int) {
        droppedEvents += UInt64(parcel.range.upperBound - place)
    }

    /// Adds an event to the last item where it goes on with that one's stretch.
    private mutating func appendEvent(_ place: Int, of parcel: Parcel) {
        if case .parcel(var last)? = items.last, last.range.upperBound == place, last.isOfBatch(of: parcel) {
            last.range = last.range.lowerBound..<place + 1
            items.replace(items.count - 1, with: .parcel(last))
            return
        }
        items.append(
            .parcel(Parcel(events: parcel.events, range: place..<place + 1, subscriptions: parcel.subscriptions))
        )
    }

    /// Drops the event that has waited longest.
    ///
    /// - Returns: False if none waits.
    private mutating func dropOldest(_ dropped: inout [MailboxItem]) -> Bool {
        for place in front.indices {
            guard case .parcel(var parcel) = front[place] else { continue }
            shorten(&parcel)
            if parcel.range.isEmpty { dropped.append(front.remove(at: place)) } else { front[place] = .parcel(parcel) }
            return true
        }
        for offset in 0..<items.count {
            guard case .parcel(var parcel)? = items[offset] else { continue }
            shorten(&parcel)
            if !parcel.range.isEmpty {
                items.replace(offset, with: .parcel(parcel))
            } else if let item = items.remove(offset) {
                dropped.append(item)
            }
            return true
        }
        return false
    }

    /// Removes the first event of a parcel.
    private mutating func shorten(_ parcel: inout Parcel) {
        count -= 1
        if policy.byteLimit != nil { byteCount -= parcel.events[parcel.range.lowerBound].footprint }
        parcel.range = parcel.range.dropFirst()
    }

    // MARK: - Emptying

    /// Takes out what is to be handled next: some hundred events, or one where there is a limit, so that what waits is
    /// counted as waiting.
    mutating func removeNext() -> [MailboxItem] {
        guard front.isEmpty else {
            defer { front = [] }
            for item in front { uncount(item) }
            return front
        }
        if policy.isLimited { return removeFirst().map { [$0] } ?? [] }
        var taken: [MailboxItem] = []
        var events = 0
        while events < Self.turnLength, taken.count < Self.turnLength, let item = items.popFirst() {
            events += item.eventCount
            if item.passesHold { passing -= 1 }
            taken.append(item)
        }
        count -= events
        return taken
    }

    /// Whether something waits that is handled also while events are held.
    var hasPassing: Bool { passing > 0 }

    /// Removes and returns the items that are handled even while events are held.
    mutating func removePassing() -> [MailboxItem] {
        guard hasPassing else { return [] }
        let first = front.filter(\.passesHold)
        front.removeAll(where: \.passesHold)
        passing = 0
        return first + items.removeAll(where: \.passesHold)
    }

    private mutating func removeFirst() -> MailboxItem? {
        guard case .parcel(var parcel)? = items[0] else {
            let item = items.popFirst()
            if item?.passesHold == true { passing -= 1 }
            return item
        }
        let first = parcel.range.lowerBound
        shorten(&parcel)
        if parcel.range.isEmpty { _ = items.popFirst() } else { items.replace(0, with: .parcel(parcel)) }
        return .parcel(Parcel(events: parcel.events, range: first..<first + 1, subscriptions: parcel.subscriptions))
    }

    private mutating func uncount(_ item: MailboxItem) {
        guard case .parcel(let parcel) = item else {
            if item.passesHold { passing -= 1 }
            return
        }
        count -= parcel.range.count
        if policy.byteLimit != nil { byteCount -= parcel.byteCount }
    }

    /// Removes and returns everything.
    mutating func removeAll() -> [MailboxItem] {
        defer {
            front = []
            items = FIFO()
            count = 0
            byteCount = 0
            passing = 0
        }
        return front + items.elements
    }

    /// Puts back what was taken out and not handled.
    mutating func putBack(_ rest: [MailboxItem]) {
        for item in rest {
            guard case .parcel(let parcel) = item else {
                if item.passesHold { passing += 1 }
                continue
            }
            count += parcel.range.count
            if policy.byteLimit != nil { byteCount += parcel.byteCount }
        }
        front = rest + front
    }
}

extension Parcel {
    /// Returns whether the events lie in the same array and are for the same listeners.
    fileprivate func isOfBatch(of other: Parcel) -> Bool {
        guard hasListeners(of: other) else { return false }
        return events.withUnsafeBufferPointer { left in
            other.events.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress }
        }
    }
}
