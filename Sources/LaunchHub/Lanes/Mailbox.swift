// SPDX-License-Identifier: Apache-2.0

/// What waits in a lane, within the limits of its policy.
struct Mailbox {
    private var items: [LaneItem] = []
    /// How many events wait.
    private(set) var count = 0
    /// How many bytes they take; zero where the policy has no limit in bytes.
    private(set) var byteCount = 0
    private(set) var droppedEvents: UInt64 = 0
    private let policy: LanePolicy

    init(policy: LanePolicy = .unbounded) {
        self.policy = policy
    }

    var isEmpty: Bool { items.isEmpty }

    /// The number of the oldest event that waits.
    var oldestNumber: UInt64? { Hand.oldestNumber(in: items) }

    // MARK: - Filling

    /// Adds items.
    ///
    /// - Parameters:
    ///   - new: What to add; where nothing is limited and nothing waits the array itself is kept.
    ///   - dropped: Gets what is dropped, to be let go of outside the lock: freeing a listener may run its owner's code.
    mutating func append(_ new: inout [LaneItem], _ dropped: inout [LaneItem]) {
        guard items.isEmpty, !policy.isLimited else {
            for item in new { append(item, &dropped) }
            return
        }
        for item in new { count += item.eventCount }
        swap(&items, &new)
    }

    /// Adds an item as the policy allows.
    mutating func append(_ item: LaneItem, _ dropped: inout [LaneItem]) {
        guard case .parcel(let parcel) = item else {
            items.append(item)
            return
        }
        // Something waits, so this will wait, too: it must not keep what others have heard.
        let own = items.isEmpty ? parcel : parcel.compacted
        guard policy.isLimited else {
            count += own.range.count
            items.append(.parcel(own))
            return
        }
        admit(own, &dropped)
    }

    private mutating func admit(_ parcel: Parcel, _ dropped: inout [LaneItem]) {
        for place in parcel.range {
            let bytes = policy.byteLimit == nil ? 0 : parcel.events[place].footprint
            while isFull(with: bytes) {
                droppedEvents += 1
                guard policy.overflow == .dropOldest, dropOldest(&dropped) else {
                    return refuse(parcel, from: place + 1)
                }
            }
            count += 1
            byteCount += bytes
            appendEvent(place, of: parcel)
        }
    }

    /// One event may wait in any case, however large it is.
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
            items[items.count - 1] = .parcel(last)
            return
        }
        items.append(
            .parcel(Parcel(events: parcel.events, range: place..<place + 1, subscriptions: parcel.subscriptions))
        )
    }

    /// Drops the event that has waited longest.
    ///
    /// - Returns: False where none waits.
    private mutating func dropOldest(_ dropped: inout [LaneItem]) -> Bool {
        for place in items.indices {
            guard case .parcel(var parcel) = items[place] else { continue }
            count -= 1
            if policy.byteLimit != nil { byteCount -= parcel.events[parcel.range.lowerBound].footprint }
            parcel.range = parcel.range.dropFirst()
            if parcel.range.isEmpty { dropped.append(items.remove(at: place)) } else { items[place] = .parcel(parcel) }
            return true
        }
        return false
    }

    // MARK: - Emptying

    /// Takes out what is to be handled next: everything, or one event where there is a limit, so that what waits is
    /// counted as waiting.
    mutating func take() -> [LaneItem] {
        guard policy.isLimited else { return removeAll() }
        guard case .parcel(var parcel)? = items.first else { return [items.removeFirst()] }
        let first = parcel.range.lowerBound
        count -= 1
        if policy.byteLimit != nil { byteCount -= parcel.events[first].footprint }
        parcel.range = parcel.range.dropFirst()
        if parcel.range.isEmpty { items.removeFirst() } else { items[0] = .parcel(parcel) }
        return [.parcel(Parcel(events: parcel.events, range: first..<first + 1, subscriptions: parcel.subscriptions))]
    }

    /// Takes everything out.
    mutating func removeAll() -> [LaneItem] {
        defer {
            items = []
            count = 0
            byteCount = 0
        }
        return items
    }

    /// Puts back what was taken out and not handled.
    mutating func putBack(_ rest: [LaneItem]) {
        for case .parcel(let parcel) in rest {
            count += parcel.range.count
            if policy.byteLimit != nil { byteCount += parcel.byteCount }
        }
        items = rest + items
    }
}

extension Parcel {
    /// Whether the events lie in the same array and are for the same listeners.
    fileprivate func isOfBatch(of other: Parcel) -> Bool {
        guard subscriptions.count == other.subscriptions.count else { return false }
        guard zip(subscriptions, other.subscriptions).allSatisfy({ $0 === $1 }) else { return false }
        return events.withUnsafeBufferPointer { left in
            other.events.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress }
        }
    }
}
