// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import LaunchHub

/// A listener that keeps what it hears.
///
/// Use it as an object, or give ``hear(_:)`` to whatever takes a closure:
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
    /// - Parameter reaction: What it does besides, after it has kept the event; nothing by default.
    public init(_ reaction: (@Sendable (Event) -> Void)? = nil) {
        self.reaction = reaction
    }

    /// Keeps an event.
    ///
    /// - Parameter event: What to keep. Called on any thread.
    public func hear(_ event: Event) {
        recorder.append(event)
        reaction?(event)
    }

    /// What was heard, in order.
    public var events: [Event] { recorder.elements }

    /// The names of what was heard, in order.
    public var names: [String] { events.map(\.name) }

    /// The numbers of what was heard, in order.
    public var numbers: [UInt64] { events.map(\.number) }

    /// The data of what was heard, in order.
    public var data: [JSONObject] { events.map(\.data) }

    /// How many events were heard.
    public var count: Int { recorder.count }

    /// Lets go of everything so far.
    public func removeAll() {
        recorder.removeAll()
    }

    /// Waits until so many events were heard; for hubs that run by themselves.
    ///
    /// - Parameters:
    ///   - count: How many to wait for.
    ///   - limit: How long to wait at most, on the machine's clock: a test that passes never waits that long.
    /// - Returns: False where the time was over first.
    public func waits(for count: Int, within limit: Duration = .seconds(300)) async -> Bool {
        await recorder.waits(for: count, within: limit)
    }
}
