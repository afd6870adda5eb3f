// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The events and controls that producers leave for the routing stage, in the order in which they came.
struct Inbox {
    /// Something that takes effect between two events.
    struct Mark {
        /// How many events of the same batch come before it.
        let position: Int
        let control: Control
    }

    /// Events that are routed together, and what takes effect between them.
    ///
    /// A chunk has a bounded number of events: whoever keeps one of them waiting keeps no more than its chunk.
    struct Chunk {
        var events: [Event] = []
        var marks: [Mark] = []

        var isEmpty: Bool { events.isEmpty && marks.isEmpty }
    }

    /// How many events a chunk has at most.
    static let chunkLength = 512

    private var full: [Chunk] = []
    private var last = Chunk()
    /// Counts everything that has come in.
    private(set) var arrivals: UInt64 = 0
    /// About how many events a chunk has at the moment: memory for as many is asked for once and not bit by bit.
    private var usualLength = 1
    /// Events that every listener has received, to be released by a producer.
    private var spent: [[Event]] = []
    var phase = Lane.Phase.idle
    var isClosed = false

    var isEmpty: Bool { last.isEmpty && full.isEmpty }

    @inline(__always)
    mutating func append(_ event: Event) {
        if last.events.count >= Self.chunkLength { beginChunk() }
        arrivals &+= 1
        last.events.append(event)
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
        if count == 0 || count >= Self.chunkLength {
            if count > 0 { beginChunk() } else { last.events.reserveCapacity(usualLength) }
            swap(&spent, &self.spent)
        }
        arrivals &+= 1
        last.events.append(event)
    }

    /// Keeps events for the next producer that begins a chunk.
    ///
    /// - Parameter batches: Events that every listener has received; those that are not kept stay there.
    mutating func keepSpent(_ batches: inout [[Event]]) {
        guard phase != .idle, spent.count < Self.spentLimit else { return }
        if spent.isEmpty { swap(&spent, &batches) } else { spent.append(contentsOf: batches) }
        batches = []
    }

    /// Removes and returns the events that no producer has taken.
    mutating func takeSpent() -> [[Event]] {
        defer { spent = [] }
        return spent
    }

    private static let spentLimit = 32

    private mutating func beginChunk() {
        full.append(last)
        last = Chunk()
        last.events.reserveCapacity(Self.chunkLength)
    }

    mutating func append(_ control: Control) {
        if case .close = control { isClosed = true }
        arrivals &+= 1
        last.marks.append(Mark(position: last.events.count, control: control))
    }

    /// Moves everything out.
    ///
    /// - Parameters:
    ///   - chunks: Receives what was there, in order.
    ///   - spare: An empty array that the producers fill next; empty afterwards.
    mutating func take(into chunks: inout [Chunk], spare: inout [Event]) {
        swap(&chunks, &full)
        var next = Chunk()
        swap(&next.events, &spare)
        swap(&next, &last)
        usualLength = max(1, min(next.events.count, Self.chunkLength))
        chunks.append(next)
    }

    /// Asks for a thread where none has been asked for.
    mutating func schedule() -> Bool {
        guard phase == .idle else { return false }
        phase = .scheduled
        return true
    }
}

/// An instruction that the routing stage carries out between two events.
enum Control {
    /// The event behind it is a request that waits for its outcome.
    case request(PendingRequest)
    /// An extension is being made: what comes from here on is kept for the listeners that it registers.
    case board(Lane)
    /// An extension has been made and notified of its registration.
    case boarded(Lane)
    /// A listener receives events from the next one on.
    case subscribe(Subscription)
    /// A listener receives no more events, and answers none.
    case unsubscribe(Subscription)
    /// A listener receives no more events, but may still answer those that it has received.
    case forget(Subscription)
    /// Work that a lane runs after everything that was dispatched before it.
    case work(Lane, LaneWork)
    /// A version of a state takes its place.
    case place(Placement)
    /// Everything before it has been passed to its lanes: run on the stage, must not call foreign code.
    case fence(@Sendable () -> Void)
    /// Every extension is ready: what was held goes out.
    case open
    /// A lane has ended.
    case drop(Lane)
    /// Some request's time may be over.
    case expire
    /// A requester called its request off; the request's serial, and the event that it asks with.
    case cancel(UInt64, EventID)
    /// An interceptor dropped a request.
    case refuse(PendingRequest)
    /// The hub shuts down; run when every request has ended, with the number of events that no lane will get and the
    /// listeners that there were.
    case close(@Sendable (Int, [Subscription]) -> Void)
}

/// A version of a state that is to get its place among the events.
struct Placement: Sendable {
    let owner: StateName
    let ticket: UInt64
    /// True for what an extension's initializer has left: it lies before every event.
    let isFirst: Bool
}
