// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The events and controls that producers leave for the routing stage, in the order in which they came.
struct Inbox {
    private var full: [EventBatch] = []
    private var last = EventBatch()
    /// Counts everything that has come in.
    private(set) var arrivals: UInt64 = 0
    /// About how many events a batch has at the moment: memory for as many is asked for once and not bit by bit.
    private var usualLength = 1
    /// Events that every listener has received, to be released by a producer.
    private var spent: [[Event]] = []
    var phase = Mailbox.Phase.idle
    var isClosed = false

    var isEmpty: Bool { last.isEmpty && full.isEmpty }

    @inline(__always)
    mutating func append(_ event: Event) {
        if last.events.count >= Parcel.longestBatch { beginEventBatch() }
        arrivals &+= 1
        last.append(event)
    }

    mutating func append(_ request: PendingRequest) {
        append(request.event)
        last.noteRequest(request)
    }

    /// Adds an event, and gives the producer memory to release in return.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - spent: Receives events that every listener has received. Memory that is freed by the thread that will ask
    ///     for as much again costs a third of what it costs another thread, which has to lock the first one's part of
    ///     the heap.
    @inline(__always)
    mutating func append(_ event: Event, _ spent: inout [[Event]]) {
        let count = last.events.count
        if count == 0 || count >= Parcel.longestBatch {
            if count > 0 { beginEventBatch() } else { last.events.reserveCapacity(usualLength) }
            swap(&spent, &self.spent)
        }
        arrivals &+= 1
        last.append(event)
    }

    /// Keeps events for the next producer that begins a batch.
    ///
    /// - Parameter batches: Events that every listener has received; those that are not kept stay there.
    mutating func keepSpent(_ batches: inout [[Event]]) {
        guard phase != .idle, spent.count < Self.spentLimit else { return }
        if spent.isEmpty { swap(&spent, &batches) } else { spent.append(contentsOf: batches) }
        batches = []
    }

    /// Removes and returns the events that no producer has taken.
    mutating func removeSpent() -> [[Event]] {
        defer { spent = [] }
        return spent
    }

    private static let spentLimit = 32

    private mutating func beginEventBatch() {
        full.append(last)
        last = EventBatch()
        last.events.reserveCapacity(Parcel.longestBatch)
    }

    mutating func append(_ command: RoutingCommand) {
        if case .close = command { isClosed = true }
        arrivals &+= 1
        last.append(command)
    }

    /// Moves everything out.
    ///
    /// - Parameters:
    ///   - full: An empty array; receives the batches that are full, in order.
    ///   - last: An empty batch; receives the one behind them.
    ///   - spare: An empty array that the producers fill next; empty afterwards.
    mutating func drain(into full: inout [EventBatch], _ last: inout EventBatch, spare: inout [Event]) {
        swap(&full, &self.full)
        swap(&last, &self.last)
        swap(&self.last.events, &spare)
        usualLength = max(1, last.events.count)
    }

    /// Asks for a thread where none has been asked for.
    mutating func schedule() -> Bool {
        guard phase == .idle else { return false }
        phase = .scheduled
        return true
    }
}
