// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A part of the hub that may change events and cause others, between the interceptors and the mailboxes.
///
/// It is called where events are routed, one event at a time and in their order. It must return soon, and must not call
/// foreign code.
package protocol EventStage: AnyObject, Sendable {
    /// Returns whether an event has to pass through ``process(_:in:)``.
    func concerns(_ event: Event) -> Bool

    /// Returns what becomes of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - place: Its place in the order.
    /// - Returns: The event, under its own identity, and behind it the events that it causes; nil if it passes unchanged
    ///   and alone.
    func process(_ event: Event, in place: EventStagePlace) -> [Event]?

    /// Receives the booted event where the hub has opened without any stage, until one takes it.
    ///
    /// - Parameter booted: The event, which listeners have received.
    /// - Returns: Whether the stage takes it.
    func takes(_ booted: PassedEvent) -> Bool
}

extension EventStage {
    package func takes(_ booted: PassedEvent) -> Bool { false }
}

/// The place in the order of events that an event is about to have.
package struct EventStagePlace {
    let number: UInt64
    let monitor: CallMonitor
    let states: Locked<SharedStateStore>
    /// When the hub received the event.
    let stamp: Int64

    /// When the event was dispatched, in milliseconds since 1970.
    package let milliseconds: Int64
    /// The time of day, in milliseconds since 1970.
    package let now: Int64

    /// The states of extensions, as of the event.
    package var statesOfEvent: EventStageStates { EventStageStates(number: number, store: states) }

    /// Whether observers receive what ``record(_:)`` passes.
    package var isObserved: Bool { !monitor.taps.isEmpty }

    /// Passes records to the observers of the hub.
    package func record(_ records: [HubRecord]) {
        monitor.record(records)
    }

    /// Writes a warning to the hub's log, without waiting for it.
    package func warn(_ text: @autoclosure () -> String) {
        monitor.logAside(.warning, text())
    }
}

/// The states of extensions as of an event.
///
/// It is small, so that making one of a protocol's type of it takes no memory.
package struct EventStageStates {
    let number: UInt64
    let store: Locked<SharedStateStore>

    /// Returns an extension's state as of the event.
    ///
    /// - Parameter owner: The extension's name.
    /// - Returns: Nil where it has published none, or one that is pending.
    package func state(of owner: FoldedName) -> JSONObject? {
        store.withLock { $0.state(of: StateName(owner), at: number) }.values
    }
}

extension Event {
    /// Makes an event that another one causes, and that happens at the same instant.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type; not empty and not the wildcard.
    ///   - source: The source; not empty and not the wildcard.
    ///   - data: The data.
    ///   - cause: The event that causes it.
    /// - Throws: ``EventError`` if the name, type or source is not valid, or the data cannot be represented in JSON.
    package init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject,
        causedBy cause: Event
    ) throws(EventError) {
        self = try Event(name: name, type: type, source: source, data: data).chained(from: cause)
        tick = cause.tick
        stamp = cause.stamp
    }
}
