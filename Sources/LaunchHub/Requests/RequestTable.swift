// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The requests that wait, by what they may end for: an answer, their time, a cancellation, their address, their requester.
///
/// Whatever ends a request, it costs the same however many others wait: requests that were answered stay in the order of
/// deadlines until they come up or outnumber the living.
struct RequestTable {
    private struct Deadline: Comparable {
        let instant: Instant
        let serial: UInt64

        /// The earlier one first, and of two at one instant the one that asked first.
        static func < (left: Deadline, right: Deadline) -> Bool {
            left.instant == right.instant ? left.serial < right.serial : left.instant < right.instant
        }
    }

    private var requests: [UInt64: PendingRequest] = [:]
    /// The serial of the first that asks with an event; nearly always the only one.
    private var byEvent: [EventID: UInt64] = [:]
    /// The serials of the others that ask with the same event.
    private var othersByEvent: [EventID: [UInt64]] = [:]
    private var byAddress: [Address: Set<UInt64>] = [:]
    private var byRequester: [UInt64: Set<UInt64>] = [:]
    /// A binary heap, the earliest first.
    private var deadlines: [Deadline] = []

    /// How many requests wait.
    var count: Int { requests.count }

    /// When the next request may have to end, or nil where none waits.
    var nextDeadline: Instant? { requests.isEmpty ? nil : deadlines.first?.instant }

    /// The addresses that requests were sent to and that wait.
    var addresses: [Address] { Array(byAddress.keys) }

    mutating func insert(_ request: PendingRequest) {
        requests[request.serial] = request
        if byEvent[request.event.id] == nil {
            byEvent[request.event.id] = request.serial
        } else {
            othersByEvent[request.event.id, default: []].append(request.serial)
        }
        byAddress[request.address, default: []].insert(request.serial)
        if let requester = request.requester { byRequester[requester.id, default: []].insert(request.serial) }
        guard request.deadline < .distantFuture else { return }
        push(Deadline(instant: request.deadline, serial: request.serial))
    }

    /// Takes out one request.
    ///
    /// - Returns: Nil where it is not there any more.
    mutating func remove(_ serial: UInt64) -> PendingRequest? {
        guard let request = take(serial) else { return nil }
        compactIfWorthwhile()
        return request
    }

    /// Takes out everybody who waits for the answer to an event.
    mutating func removeAll(askingWith event: EventID) -> [PendingRequest] {
        guard let first = byEvent[event] else { return [] }
        return removeAll([first] + (othersByEvent[event] ?? []))
    }

    /// Takes out everybody who has asked at an address.
    mutating func removeAll(at address: Address) -> [PendingRequest] {
        removeAll(byAddress[address]?.sorted() ?? [])
    }

    /// Takes out everything that an extension has asked.
    mutating func removeAll(of requester: Lane) -> [PendingRequest] {
        removeAll(byRequester[requester.id]?.sorted() ?? [])
    }

    /// Takes out the requests whose time is over.
    mutating func removeExpired(at now: Instant) -> [PendingRequest] {
        var expired: [PendingRequest] = []
        while let first = deadlines.first, first.instant <= now {
            popFirst()
            if let request = take(first.serial) { expired.append(request) }
        }
        return expired
    }

    /// Takes out every request, in the order in which they came.
    mutating func removeAll() -> [PendingRequest] {
        defer { self = RequestTable() }
        return requests.values.sorted { $0.serial < $1.serial }
    }

    private mutating func removeAll(_ serials: [UInt64]) -> [PendingRequest] {
        let removed = serials.compactMap { take($0) }
        if !removed.isEmpty { compactIfWorthwhile() }
        return removed
    }

    private mutating func take(_ serial: UInt64) -> PendingRequest? {
        guard let request = requests.removeValue(forKey: serial) else { return nil }
        forget(serial, askingWith: request.event.id)
        byAddress[request.address]?.remove(serial)
        if byAddress[request.address]?.isEmpty == true { byAddress[request.address] = nil }
        if let requester = request.requester {
            byRequester[requester.id]?.remove(serial)
            if byRequester[requester.id]?.isEmpty == true { byRequester[requester.id] = nil }
        }
        return request
    }

    private mutating func forget(_ serial: UInt64, askingWith event: EventID) {
        guard !othersByEvent.isEmpty, var others = othersByEvent[event] else {
            byEvent[event] = nil
            return
        }
        // The one that asked next takes the place of the first.
        if byEvent[event] == serial { byEvent[event] = others.removeFirst() } else { others.removeAll { $0 == serial } }
        othersByEvent[event] = others.isEmpty ? nil : others
    }

    // MARK: - The heap

    private mutating func compactIfWorthwhile() {
        if requests.isEmpty {
            deadlines.removeAll(keepingCapacity: deadlines.count < 4_096)
        } else if deadlines.count > 64, deadlines.count > 2 * requests.count {
            // An ordered array is a heap.
            deadlines = deadlines.filter { requests[$0.serial] != nil }.sorted()
        }
    }

    private mutating func push(_ deadline: Deadline) {
        deadlines.append(deadline)
        var place = deadlines.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard deadlines[place] < deadlines[parent] else { break }
            deadlines.swapAt(place, parent)
            place = parent
        }
    }

    private mutating func popFirst() {
        guard let last = deadlines.popLast(), !deadlines.isEmpty else { return }
        deadlines[0] = last
        var place = 0
        while true {
            let left = 2 * place + 1
            guard left < deadlines.count else { break }
            let right = left + 1
            let isRightEarlier = right < deadlines.count && deadlines[right] < deadlines[left]
            let child = isRightEarlier ? right : left
            guard deadlines[child] < deadlines[place] else { break }
            deadlines.swapAt(place, child)
            place = child
        }
    }
}

/// What a listener subscribes to, and what an event is sent to.
struct Address: Hashable {
    let type: EventType
    let source: EventSource
}

extension PendingRequest {
    /// Where the request was sent to.
    fileprivate var address: Address { Address(type: event.type, source: event.source) }
}
