// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import LaunchHub

/// A listener that records the events it receives.
///
/// Use it as an object, or pass ``hear(_:)`` to a method that takes a closure:
///
/// ```swift
/// let listener = RecordingListener()
/// hub.listen(type: .wildcard, source: .wildcard, listener.hear)
/// ```
public final class RecordingListener: EventListener, Sendable {
    private let recorder = Recorder<Event>()
    private let reaction: (@Sendable (Event) -> Void)?

    /// Makes a listener.
    ///
    /// - Parameter reaction: Called after an event was recorded; does nothing by default.
    public init(_ reaction: (@Sendable (Event) -> Void)? = nil) {
        self.reaction = reaction
    }

    /// Records an event.
    ///
    /// - Parameter event: The event. This method may be called on any thread.
    public func hear(_ event: Event) {
        recorder.append(event)
        reaction?(event)
    }

    /// The events received, in order.
    public var events: [Event] { recorder.elements }

    /// The names of the events received, in order.
    public var names: [String] { events.map(\.name) }

    /// The numbers of the events received, in order.
    public var numbers: [UInt64] { events.map(\.number) }

    /// The data of the events received, in order.
    public var data: [JSONObject] { events.map(\.data) }

    /// The number of events received.
    public var count: Int { recorder.count }

    /// Removes all recorded events.
    public func removeAll() {
        recorder.removeAll()
    }

    /// Waits until a number of events were received, for hubs that run by themselves.
    ///
    /// - Parameters:
    ///   - count: The number of events to wait for.
    ///   - limit: The longest time to wait, on the system's clock; ten minutes by default, which no busy machine exceeds.
    /// - Returns: False if the time passed first.
    public func waits(for count: Int, within limit: Duration = .seconds(600)) async -> Bool {
        await recorder.waits(for: count, within: limit)
    }
}
