// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The requests that wait, by the events that they ask with.
///
/// Answers, which are frequent, find their requests by one look-up, and the next deadline is at hand. What is rare goes
/// through all of them. Requests that were answered stay in the order of deadlines until they come up or outnumber the
/// living.
struct RequestTable {
    private struct Deadline: Comparable {
        let instant: Instant
        let serial: UInt64
        let event: EventID

        /// Returns whether a deadline comes first: the earlier one, and of two at one instant that of the earlier
        /// request.
        static func < (left: Deadline, right: Deadline) -> Bool {
            left.instant == right.instant ? left.serial < right.serial : left.instant < right.instant
        }
    }

    private var byEvent: [EventID: [PendingRequest]] = [:]
    private var deadlines = MinimumHeap<Deadline>()
    /// How many requests wait.
    private(set) var count = 0

    /// When the next request may have to end, or nil if none waits.
    var nextDeadline: Instant? { count == 0 ? nil : deadlines.first?.instant }

    mutating func insert(_ request: PendingRequest) {
        count += 1
        byEvent[request.event.key, default: []].append(request)
        guard request.deadline < .distantFuture else { return }
        deadlines.insert(Deadline(instant: request.deadline, serial: request.serial, event: request.event.key))
    }

    /// Removes one request.
    ///
    /// - Parameters:
    ///   - serial: The request's serial.
    ///   - event: The identifier of the request's event.
    /// - Returns: The request, or nil if it is not there any more.
    mutating func remove(_ serial: UInt64, askingWith event: EventID) -> PendingRequest? {
        guard let place = byEvent[event]?.firstIndex(where: { $0.serial == serial }) else { return nil }
        let request = byEvent[event]?.remove(at: place)
        if byEvent[event]?.isEmpty == true { byEvent[event] = nil }
        count -= 1
        compactIfWorthwhile()
        return request
    }

    /// Removes and returns the requests that wait for the answer to an event.
    mutating func removeAll(askingWith event: EventID) -> [PendingRequest] {
        guard let removed = byEvent.removeValue(forKey: event) else { return [] }
        count -= removed.count
        compactIfWorthwhile()
        return removed
    }

    /// Removes and returns the requests that satisfy a condition, in the order in which they came.
    mutating func removeAll(where condition: (PendingRequest) -> Bool) -> [PendingRequest] {
        let removed = byEvent.values.flatMap { $0.filter(condition) }.sorted { $0.serial < $1.serial }
        for request in removed { _ = remove(request.serial, askingWith: request.event.key) }
        return removed
    }

    /// Removes and returns the requests whose time is over.
    mutating func removeExpired(at now: Instant) -> [PendingRequest] {
        var expired: [PendingRequest] = []
        while let first = deadlines.first, first.instant <= now {
            deadlines.removeFirst()
            if let request = remove(first.serial, askingWith: first.event) { expired.append(request) }
        }
        return expired
    }

    private mutating func compactIfWorthwhile() {
        if count == 0 {
            deadlines.removeAll(keepingCapacity: deadlines.count < 4_096)
        } else if deadlines.count > 64, deadlines.count > 2 * count {
            let byEvent = byEvent
            deadlines.removeAll { mark in byEvent[mark.event]?.contains { $0.serial == mark.serial } != true }
        }
    }
}
