// SPDX-License-Identifier: Apache-2.0

/// The items that the thread that runs a mailbox has taken out of its queue, and its progress with them.
struct Hand {
    private(set) var items: [MailboxItem] = []
    /// The item that it is at.
    private var place = 0
    /// How many calls the mailbox had begun before that item.
    private var callsBefore: UInt64 = 0

    /// Makes a hand with nothing begun.
    init(_ items: [MailboxItem] = [], calls: UInt64 = 0) {
        self.items = items
        callsBefore = calls
    }

    /// Notes that the next item is begun.
    mutating func begin(_ place: Int, calls: UInt64) {
        self.place = place
        callsBefore = calls
    }

    /// Returns the call that runs, or that ran last.
    ///
    /// - Parameter calls: The number of calls that the mailbox has begun.
    /// - Returns: The call, or nil if none was begun for the present item.
    func call(_ calls: UInt64) -> OverrunCulprit? {
        guard items.indices.contains(place), calls > callsBefore else { return nil }
        switch items[place] {
        case .construct(let subscription):
            return .construction(subscription)
        case .work(let work):
            return work.call.map(OverrunCulprit.work)
        case .parcel(let parcel):
            guard let (event, listener) = position(calls &- 1, in: parcel) else { return nil }
            return .hearing(parcel.subscriptions[listener], parcel.events[event])
        }
    }

    /// Returns the position in a parcel of the call after the given number of calls.
    private func position(_ calls: UInt64, in parcel: Parcel) -> (event: Int, listener: Int)? {
        guard !parcel.subscriptions.isEmpty, calls >= callsBefore else { return nil }
        let (event, listener) = Int(clamping: calls &- callsBefore).quotientAndRemainder(
            dividingBy: parcel.subscriptions.count
        )
        guard event < parcel.range.count else { return nil }
        return (parcel.range.lowerBound + event, listener)
    }

    /// Returns the items, or the parts of them, for which no call was begun.
    ///
    /// - Parameter calls: The number of calls that the mailbox has begun.
    /// - Returns: The items in their order; empty if nothing is left.
    func rest(after calls: UInt64) -> [MailboxItem] {
        guard items.indices.contains(place) else { return [] }
        let later = items[(place + 1)...]
        guard case .parcel(let parcel) = items[place] else {
            return (calls > callsBefore ? [] : [items[place]]) + later
        }
        guard let (event, listener) = position(calls, in: parcel) else { return Array(later) }
        var rest: [MailboxItem] = []
        var next = event
        if listener > 0 {
            // Some of the listeners have heard this one.
            let others = Array(parcel.subscriptions[listener...])
            rest.append(.parcel(Parcel(events: parcel.events, range: event..<event + 1, subscriptions: others)))
            next += 1
        }
        if next < parcel.range.upperBound {
            let range = next..<parcel.range.upperBound
            rest.append(
                .parcel(Parcel(events: parcel.events, range: range, subscriptions: parcel.subscriptions))
            )
        }
        return rest + later
    }

    /// Returns the number of events for which no call was begun.
    func waitingEvents(after calls: UInt64) -> Int {
        rest(after: calls).reduce(0) { $0 + $1.eventCount }
    }

    /// Returns the number of the oldest event that may still be delivered.
    func oldestNumber(after calls: UInt64) -> UInt64? {
        guard items.indices.contains(place) else { return nil }
        if case .parcel(let parcel) = items[place], !parcel.range.isEmpty {
            let event = position(calls == 0 ? 0 : calls &- 1, in: parcel)?.event ?? parcel.range.lowerBound
            return parcel.events[event].number
        }
        return Self.oldestNumber(in: items[place...])
    }

    static func oldestNumber(in items: some Sequence<MailboxItem>) -> UInt64? {
        for case .parcel(let parcel) in items where !parcel.range.isEmpty {
            return parcel.events[parcel.range.lowerBound].number
        }
        return nil
    }
}
