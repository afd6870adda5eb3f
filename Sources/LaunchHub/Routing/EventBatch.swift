// SPDX-License-Identifier: Apache-2.0

/// Events that are routed together, and what takes effect between them.
///
/// A batch has a bounded number of events, ``MailboxItem/longestBatch``.
struct EventBatch {
    /// An event of the batch that waits for an answer.
    struct Request {
        /// The index of the event.
        let position: Int
        let request: PendingRequest
    }

    /// Something that takes effect between two events.
    struct Mark {
        /// How many events of the batch come before it.
        let position: Int
        let command: RoutingCommand
    }

    var events: [Event] = []
    /// The requests among the events, in order.
    private(set) var requests: [Request] = []
    private(set) var marks: [Mark] = []
    /// Whether a state gets its place between two of the events.
    private(set) var hasPlacements = false

    var isEmpty: Bool { events.isEmpty && marks.isEmpty }

    init() {}

    /// Makes a batch of events without requests and marks.
    init(_ events: some Sequence<Event>) {
        for event in events { append(event) }
    }

    @inline(__always)
    mutating func append(_ event: Event) {
        events.append(event)
    }

    /// Notes that the last event waits for an answer.
    mutating func noteRequest(_ request: PendingRequest) {
        requests.append(Request(position: events.count - 1, request: request))
    }

    mutating func append(_ command: RoutingCommand) {
        marks.append(Mark(position: events.count, command: command))
        if case .place = command { hasPlacements = true }
    }

    /// Returns the states that get their places between the events of the batch.
    ///
    /// - Parameter number: The number of the newest event before the batch.
    /// - Returns: The states in order, each with the number of the newest event before it.
    func placements(behind number: UInt64) -> [(placement: Placement, number: UInt64)] {
        marks.compactMap { mark in
            guard case .place(let placement) = mark.command else { return nil }
            return (placement, number + UInt64(mark.position))
        }
    }

    /// Returns the events from an index on as a batch of their own.
    ///
    /// - Parameters:
    ///   - start: The index of the first event.
    ///   - requests: The requests that lie there.
    ///   - marks: The marks that lie there.
    /// - Returns: A batch whose positions are its own.
    func suffix(from start: Int, _ requests: ArraySlice<Request>, _ marks: ArraySlice<Mark>) -> EventBatch {
        var batch = EventBatch(events[start...])
        batch.requests = requests.map { Request(position: $0.position - start, request: $0.request) }
        batch.marks = marks.map { Mark(position: $0.position - start, command: $0.command) }
        batch.hasPlacements = hasPlacements
        return batch
    }
}
