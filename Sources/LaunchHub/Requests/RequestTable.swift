// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The requests that wait, by what they may end for: an answer, their time, a cancellation, their address, their
/// requester.
///
/// Whatever ends a request, it costs the same however many others wait: requests that were answered stay in the order
/// of deadlines until they come up or outnumber the living. A request is in one place of an array; one look-up finds it
/// by its event, and its neighbours at the same address are known by their places.
struct RequestTable {
    private struct Deadline: Comparable {
        let instant: Instant
        let serial: UInt64
        let place: Int

        /// Returns whether a deadline comes first: the earlier one, and of two at one instant that of the earlier
        /// request.
        static func < (left: Deadline, right: Deadline) -> Bool {
            left.instant == right.instant ? left.serial < right.serial : left.instant < right.instant
        }
    }

    private struct Entry {
        /// Nil if the place is free.
        var request: PendingRequest?
        /// The group of the requests at the same address.
        var group: Int
        /// The neighbours in the group.
        var next: Int?
        var previous: Int?
    }

    /// The requests that were sent to one address.
    private struct Group {
        var address: Address
        /// The one that came last.
        var newest: Int?
    }

    private var entries: [Entry] = []
    private var freePlaces: [Int] = []
    /// The place of the first that asks with an event; nearly always the only one.
    private var byEvent: [EventID: Int] = [:]
    /// The places of the others that ask with the same event.
    private var othersByEvent: [EventID: [Int]] = [:]
    /// The groups, which stay when they are empty, because most addresses are asked again.
    private var groups: [Group] = []
    private var groupByAddress = AddressMap<Int>()
    private var lastGroup = 0
    private var byRequester: [UInt64: Set<Int>] = [:]
    private var deadlines = MinimumHeap<Deadline>()

    /// How many requests wait.
    private(set) var count = 0

    /// With more groups than this the empty ones go: programs may make addresses up as they go.
    private static let groupLimit = 64

    /// When the next request may have to end, or nil if none waits.
    var nextDeadline: Instant? { count == 0 ? nil : deadlines.first?.instant }

    /// The addresses that requests were sent to and that wait.
    var addresses: [Address] { groups.filter { $0.newest != nil }.map(\.address) }

    // MARK: - Filling

    mutating func insert(_ request: PendingRequest) {
        let group = group(of: request.address)
        let place = store(Entry(request: request, group: group, next: nil, previous: groups[group].newest))
        if let newest = groups[group].newest { entries[newest].next = place }
        groups[group].newest = place
        if let first = byEvent.updateValue(place, forKey: request.event.key) {
            byEvent[request.event.key] = first
            othersByEvent[request.event.key, default: []].append(place)
        }
        if let requester = request.requester { byRequester[requester.id, default: []].insert(place) }
        guard request.deadline < .distantFuture else { return }
        deadlines.insert(Deadline(instant: request.deadline, serial: request.serial, place: place))
    }

    private mutating func store(_ entry: Entry) -> Int {
        count += 1
        guard let place = freePlaces.popLast() else {
            entries.append(entry)
            return entries.count - 1
        }
        entries[place] = entry
        return place
    }

    private mutating func group(of address: Address) -> Int {
        if groups.indices.contains(lastGroup), groups[lastGroup].address == address { return lastGroup }
        if let known = groupByAddress[address] {
            lastGroup = known
            return known
        }
        if groups.count >= Self.groupLimit, groups.count >= 2 * max(1, groups.count(where: { $0.newest != nil })) {
            forgetEmptyGroups()
        }
        groups.append(Group(address: address))
        lastGroup = groups.count - 1
        groupByAddress.set(lastGroup, at: address)
        return lastGroup
    }

    private mutating func forgetEmptyGroups() {
        groups.removeAll { $0.newest == nil }
        groupByAddress = AddressMap()
        for (number, group) in groups.enumerated() {
            groupByAddress.set(number, at: group.address)
            var place = group.newest
            while let member = place {
                entries[member].group = number
                place = entries[member].previous
            }
        }
    }

    // MARK: - Emptying

    /// Removes one request.
    ///
    /// - Parameters:
    ///   - serial: The request's serial.
    ///   - event: The identifier of the request's event.
    /// - Returns: The request, or nil if it is not there any more.
    mutating func remove(_ serial: UInt64, askingWith event: EventID) -> PendingRequest? {
        let place = places(askingWith: event).first { entries[$0].request?.serial == serial }
        guard let place, let request = remove(place) else { return nil }
        compactIfWorthwhile()
        return request
    }

    /// Removes and returns the requests that wait for the answer to an event.
    mutating func removeAll(askingWith event: EventID) -> [PendingRequest] {
        guard !othersByEvent.isEmpty else {
            guard let place = byEvent[event], let request = remove(place) else { return [] }
            compactIfWorthwhile()
            return [request]
        }
        return removeAll(places(askingWith: event))
    }

    /// Removes and returns the requests at an address.
    mutating func removeAll(at address: Address) -> [PendingRequest] {
        guard let group = groupByAddress[address] else { return [] }
        var places: [Int] = []
        var next = groups[group].newest
        while let place = next {
            places.append(place)
            next = entries[place].previous
        }
        return removeAll(places.reversed())
    }

    /// Removes and returns the requests of an extension.
    mutating func removeAll(of requester: Mailbox) -> [PendingRequest] {
        removeAll(Array(byRequester[requester.id] ?? [])).sorted { $0.serial < $1.serial }
    }

    /// Removes and returns the requests whose time is over.
    mutating func removeExpired(at now: Instant) -> [PendingRequest] {
        var expired: [PendingRequest] = []
        while let first = deadlines.first, first.instant <= now {
            deadlines.removeFirst()
            if isWaiting(first), let request = remove(first.place) { expired.append(request) }
        }
        return expired
    }

    /// Removes and returns every request, in the order in which they came.
    mutating func removeAll() -> [PendingRequest] {
        defer { self = RequestTable() }
        return entries.compactMap(\.request).sorted { $0.serial < $1.serial }
    }

    private func places(askingWith event: EventID) -> [Int] {
        guard let first = byEvent[event] else { return [] }
        return othersByEvent.isEmpty ? [first] : [first] + (othersByEvent[event] ?? [])
    }

    private mutating func removeAll(_ places: [Int]) -> [PendingRequest] {
        let removed = places.compactMap { remove($0) }
        if !removed.isEmpty { compactIfWorthwhile() }
        return removed
    }

    private mutating func remove(_ place: Int) -> PendingRequest? {
        guard let request = entries[place].request.take() else { return nil }
        count -= 1
        freePlaces.append(place)
        forget(place, askingWith: request.event.key)
        let entry = entries[place]
        if let previous = entry.previous { entries[previous].next = entry.next }
        if let next = entry.next {
            entries[next].previous = entry.previous
        } else {
            groups[entry.group].newest = entry.previous
        }
        if let requester = request.requester {
            byRequester[requester.id]?.remove(place)
            if byRequester[requester.id]?.isEmpty == true { byRequester[requester.id] = nil }
        }
        return request
    }

    private mutating func forget(_ place: Int, askingWith event: EventID) {
        guard !othersByEvent.isEmpty, var others = othersByEvent[event] else {
            byEvent.removeValue(forKey: event)
            return
        }
        // The one that asked next takes the place of the first.
        if byEvent[event] == place { byEvent[event] = others.removeFirst() } else { others.removeAll { $0 == place } }
        othersByEvent[event] = others.isEmpty ? nil : others
    }

    // MARK: - Deadlines

    private func isWaiting(_ deadline: Deadline) -> Bool {
        entries[deadline.place].request?.serial == deadline.serial
    }

    private mutating func compactIfWorthwhile() {
        if count == 0 {
            deadlines.removeAll(keepingCapacity: deadlines.count < 4_096)
            guard entries.count >= 4_096 else { return }
            entries = []
            freePlaces = []
        } else if deadlines.count > 64, deadlines.count > 2 * count {
            let entries = entries
            deadlines.removeAll { entries[$0.place].request?.serial != $0.serial }
        }
    }
}

extension PendingRequest {
    /// Where the request was sent to.
    fileprivate var address: Address { Address(type: event.type, source: event.source) }
}
