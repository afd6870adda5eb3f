// SPDX-License-Identifier: Apache-2.0

/// The events of a batch, shown to listeners one by one without reference counting.
///
/// Reading an element of an array retains and releases it. If several mailboxes read one batch at the same time, that
/// is most of the cost of a delivery, because processors share the counts. The slice that holds a batch keeps it alive
/// while anything is shown, so nothing is lost.
struct LentEvents {
    private let events: UnsafeBufferPointer<Event>

    /// Lends a batch while a closure runs.
    @inline(__always)
    static func lend<Result>(_ batch: [Event], _ body: (LentEvents) -> Result) -> Result {
        batch.withUnsafeBufferPointer { body(LentEvents(events: $0)) }
    }

    /// Calls a closure with the immutable part of an event.
    @inline(__always)
    private static func read<Result>(_ event: UnsafePointer<Event>, _ body: (Event.Body) -> Result) -> Result {
        // The body is what the first property of an event holds, and a reference to it is one word.
        UnsafeRawPointer(event).load(as: Unmanaged<Event.Body>.self)._withUnsafeGuaranteedRef(body)
    }

    /// Whether somebody besides the batch holds its first event, so that the memory of the events outlives the batch.
    var areHeldElsewhere: Bool {
        guard let batch = events.baseAddress, !events.isEmpty else { return false }
        // A reference that is not counted, in a variable of its own: others may look at the same batch.
        var body = UnsafeRawPointer(batch).load(as: Unmanaged<Event.Body>.self)
        return withUnsafeMutablePointer(to: &body) { body in
            !isKnownUniquelyReferenced(&UnsafeMutableRawPointer(body).assumingMemoryBound(to: Event.Body.self).pointee)
        }
    }

    /// Returns whether the event at an index is a response.
    @inline(__always)
    func isAnswer(_ place: Int) -> Bool {
        guard let batch = events.baseAddress, events.indices.contains(place) else { return false }
        return Self.read(batch + place) { $0.isAnswer }
    }

    /// Returns the end of a run of events of one type and source.
    ///
    /// - Parameters:
    ///   - start: The index of the first event, which is not a response.
    ///   - end: The index at which the search ends.
    /// - Returns: The index after the last event of the run.
    func endOfStretch(from start: Int, upTo end: Int) -> Int {
        guard let batch = events.baseAddress, start < end, end <= events.count else { return end }
        return Self.read(batch + start) { first in
            var place = start + 1
            while place < end, Self.read(batch + place, { $0.hasAddress(of: first) }) { place += 1 }
            return place
        }
    }

    /// Passes one event to a listener, which retains it like any other value if it keeps it.
    @inline(__always)
    func show(_ place: Int, to listener: any EventListener) {
        guard let batch = events.baseAddress, events.indices.contains(place) else { return }
        let event = batch + place
        Self.read(event) { body in
            listener.hear(
                Event(
                    lending: body,
                    number: event.pointee.number,
                    stamp: event.pointee.stamp,
                    tick: event.pointee.tick
                )
            )
        }
    }
}
