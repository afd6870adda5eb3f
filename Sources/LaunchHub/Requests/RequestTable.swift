// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The requests that wait, by the event they ask with and by the time at which they end.
///
/// Adding, answering and expiring cost the same however many wait: requests that were answered stay in the order of
/// deadlines until they come up or outnumber the living.
struct RequestTable {
    private struct Deadline: Comparable {
        let instant: Instant
        let serial: UInt64
        let request: EventID

        /// The earlier one first, and of two at one instant the one that asked first.
        static func < (left: Deadline, right: Deadline) -> Bool {
            left.instant == right.instant ? left.serial < right.serial : left.instant < right.instant
        }
    }

    private struct Entry {
        let serial: UInt64
        let request: PendingRequest
    }

    private var waiting: [EventID: [Entry]] = [:]
    /// A binary heap, the earliest first.
    private var deadlines: [Deadline] = []
    private var nextSerial: UInt64 = 0
    /// How many requests wait.
    private(set) var count = 0

    /// When the next request may have to end, or nil where none waits.
    var nextDeadline: Instant? { count == 0 ? nil : deadlines.first?.instant }

    mutating func insert(_ request: PendingRequest) {
        let entry = Entry(serial: nextSerial, request: request)
        nextSerial += 1
        count += 1
        waiting[request.event.id, default: []].append(entry)
        guard request.deadline < .distantFuture else { return }
        push(Deadline(instant: request.deadline, serial: entry.serial, request: request.event.id))
    }

    /// Takes out everybody who waits for the answer to an event.
    mutating func removeAll(askingWith event: EventID) -> [PendingRequest] {
        guard let entries = waiting.removeValue(forKey: event) else { return [] }
        count -= entries.count
        compactIfWorthwhile()
        return entries.map(\.request)
    }

    /// Takes out one request.
    ///
    /// - Returns: False where it is not there any more.
    mutating func remove(_ request: PendingRequest) -> Bool {
        guard var entries = waiting[request.event.id] else { return false }
        guard let place = entries.firstIndex(where: { $0.request.identity === request.identity }) else { return false }
        entries.remove(at: place)
        waiting[request.event.id] = entries.isEmpty ? nil : entries
        count -= 1
        compactIfWorthwhile()
        return true
    }

    /// Takes out the requests whose time is over.
    mutating func removeExpired(at now: Instant) -> [PendingRequest] {
        var expired: [PendingRequest] = []
        while let first = deadlines.first, first.instant <= now {
            popFirst()
            guard var entries = waiting[first.request] else { continue }
            guard let place = entries.firstIndex(where: { $0.serial == first.serial }) else { continue }
            expired.append(entries.remove(at: place).request)
            waiting[first.request] = entries.isEmpty ? nil : entries
            count -= 1
        }
        return expired
    }

    /// Takes out the requests that a condition holds for.
    mutating func removeAll(where condition: (PendingRequest) -> Bool) -> [PendingRequest] {
        let removed = waiting.values.joined().filter { condition($0.request) }.sorted { $0.serial < $1.serial }
        for entry in removed { _ = remove(entry.request) }
        return removed.map(\.request)
    }

    // MARK: - The heap

    private func isAlive(_ deadline: Deadline) -> Bool {
        waiting[deadline.request]?.contains { $0.serial == deadline.serial } ?? false
    }

    private mutating func compactIfWorthwhile() {
        if count == 0 {
            deadlines.removeAll(keepingCapacity: deadlines.count < 4_096)
        } else if deadlines.count > 64, deadlines.count > 2 * count {
            // An ordered array is a heap.
            deadlines = deadlines.filter(isAlive).sorted()
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
