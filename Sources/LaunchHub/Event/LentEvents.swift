// SPDX-License-Identifier: Apache-2.0

/// The events of a batch, to be shown to listeners one by one.
///
/// Reading an element out of an array takes hold of it and lets go of it again. Where several lanes go through one batch
/// at the same time, that is most of what a delivery costs, because the counts are shared between the processors. A
/// batch is kept alive by the parcel that holds it for as long as anybody is shown anything, so nothing is lost.
struct LentEvents {
    private let events: UnsafeBufferPointer<Event>

    /// Lends a batch for as long as a closure runs.
    @inline(__always)
    static func lend(_ batch: [Event], _ body: (LentEvents) -> Void) {
        batch.withUnsafeBufferPointer { body(LentEvents(events: $0)) }
    }

    /// Calls a closure with what does not change about an event.
    @inline(__always)
    private static func read<Result>(_ event: UnsafePointer<Event>, _ body: (Event.Body) -> Result) -> Result {
        // The body is what the first property of an event holds, and a reference to it is one word.
        UnsafeRawPointer(event).load(as: Unmanaged<Event.Body>.self)._withUnsafeGuaranteedRef(body)
    }

    /// Whether the event at a place answers a request.
    @inline(__always)
    func isAnswer(_ place: Int) -> Bool {
        guard let batch = events.baseAddress, events.indices.contains(place) else { return false }
        return Self.read(batch + place) { $0.isAnswer }
    }

    /// Returns where events of one type and source end.
    ///
    /// - Parameters:
    ///   - start: Where they begin; not an answer.
    ///   - end: Where the search ends.
    /// - Returns: The place behind the last of them.
    func endOfStretch(from start: Int, upTo end: Int) -> Int {
        guard let batch = events.baseAddress, start < end, end <= events.count else { return end }
        return Self.read(batch + start) { first in
            var place = start + 1
            while place < end, Self.read(batch + place, { $0.hasAddress(of: first) }) { place += 1 }
            return place
        }
    }

    /// Shows one event. A listener that keeps it takes hold of it as of any other value.
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
