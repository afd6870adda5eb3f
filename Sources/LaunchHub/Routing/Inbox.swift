// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The events and controls that producers leave for the routing stage, in the order in which they came.
struct Inbox {
    private var full: [EventBatch] = []
    private var last = EventBatch()
    /// Counts everything that has come in.
    private(set) var arrivals: UInt64 = 0
    var phase = Mailbox.Phase.idle
    var isClosed = false

    var isEmpty: Bool { last.isEmpty && full.isEmpty }

    @inline(__always)
    mutating func append(_ arrival: Arrival) {
        arrivals &+= 1
        switch arrival {
        case .event(let event, let request):
            if last.events.count >= MailboxItem.longestBatch { beginEventBatch() }
            last.append(event)
            if let request { last.noteRequest(request) }
        case .command(let command):
            if case .close = command { isClosed = true }
            last.append(command)
        }
    }

    private mutating func beginEventBatch() {
        full.append(last)
        last = EventBatch()
        last.events.reserveCapacity(MailboxItem.longestBatch)
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
    }

    /// Asks for a thread where none has been asked for.
    mutating func schedule() -> Bool {
        guard phase == .idle else { return false }
        phase = .scheduled
        return true
    }
}

/// Something that comes into the hub and keeps its place behind what came before.
enum Arrival {
    /// An event, with the request that it asks.
    case event(Event, PendingRequest?)
    /// An instruction that takes effect between two events.
    case command(RoutingCommand)
}
