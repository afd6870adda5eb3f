// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Events that have passed, and that turn out later to cause others.
package protocol EventBacklog: AnyObject, Sendable {
    /// Returns what they cause; called once, where events are routed. It must not call foreign code.
    ///
    /// - Parameter place: The place behind the newest event.
    /// - Returns: The events that they cause, in order.
    func release(at place: EventStagePlace) -> [Event]
}

/// An event that has passed, with the place that it had.
package struct PassedEvent: Sendable {
    /// The event.
    package let event: Event
    fileprivate let milliseconds: Int64

    fileprivate init(_ event: Event, milliseconds: Int64) {
        self.event = event
        self.milliseconds = milliseconds
    }

    /// Keeps an event that has its number and its stamp.
    init(_ event: Event) {
        self.init(event, milliseconds: CivilDay.quotient(event.stamp, 1_000_000))
    }

    /// About how many bytes it takes.
    package var footprint: Int { event.footprint }
}

extension EventStagePlace {
    /// Returns an event with its place, to be kept when it passes.
    package func passed(_ event: Event) -> PassedEvent {
        var event = event
        event.number = number
        event.stamp = stamp
        return PassedEvent(event, milliseconds: milliseconds)
    }

    /// Returns the place that an event had, as far as it is still known: of states that were replaced since, only those that
    /// somebody may still ask for.
    package func place(of passed: PassedEvent) -> EventStagePlace {
        EventStagePlace(
            number: passed.event.number,
            monitor: monitor,
            states: states,
            stamp: passed.event.stamp,
            milliseconds: passed.milliseconds,
            now: now
        )
    }
}
