// SPDX-License-Identifier: Apache-2.0

/// The events and states, in order, that are dispatched and published before the hub is open.
struct HeldEvents {
    private var events: [Event] = []
    private var placements: [(position: Int, placement: Placement)] = []

    /// How many events are held.
    var count: Int { events.count }

    /// Adds events.
    ///
    /// - Parameters:
    ///   - new: The events, in order.
    ///   - stamp: When the hub received them.
    mutating func append(_ new: ArraySlice<Event>, _ stamp: Int64) {
        for var event in new {
            event.stamp = stamp
            events.append(event)
        }
    }

    /// Adds a version of a state that lies behind the events before it.
    mutating func append(_ placement: Placement) {
        placements.append((events.count, placement))
    }

    /// Removes and returns everything.
    mutating func removeAll() -> (events: [Event], placements: [(position: Int, placement: Placement)]) {
        defer { self = HeldEvents() }
        return (events, placements)
    }
}
