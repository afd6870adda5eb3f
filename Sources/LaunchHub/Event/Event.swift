// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date
public import struct Foundation.UUID
public import HubServices

/// A message that the hub delivers to the listeners for its type and source.
///
/// An event is immutable. Its data is copied when it is made, so that nothing its maker does later affects its
/// listeners. The hub gives it a number and a time when it is dispatched.
public struct Event: Sendable, Identifiable {
    let body: Body

    /// The storage that all copies of the event share, for tests of what is kept alive.
    package var storage: AnyObject { body }

    /// The position of the event in the hub's order, from 1; zero before it is dispatched.
    public internal(set) var number: UInt64 = 0

    /// The time at which the hub received the event, in nanoseconds since 1970; ``noStamp`` before it is dispatched.
    var stamp = noStamp

    /// The instant at which the event was dispatched, in nanoseconds of the hub's clock; ``noStamp`` before that.
    var tick = noStamp

    private static let noStamp = Int64.min

    /// Returns a date in the form in which events store it, within three centuries around 1970.
    static func stamp(of date: Date) -> Int64 {
        Int64(max(-9e18, min(9e18, date.timeIntervalSince1970 * 1e9)))  // in range: it is clamped
    }

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type; not empty and not the wildcard.
    ///   - source: The source; not empty and not the wildcard.
    ///   - data: The data.
    ///   - mask: The dotted paths in the data that an event history records, such as `show.id`; nil if it does not record
    ///     the event.
    /// - Throws: ``EventError`` if the name, type or source is not valid, or the data cannot be represented in JSON.
    public init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:],
        mask: [String]? = nil
    ) throws(EventError) {
        try self.init(name: name, type: type, source: source, data: data, request: nil, mask: mask)
    }

    init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject,
        request: EventID?,
        mask: [String]? = nil
    ) throws(EventError) {
        guard !name.isEmpty else { throw EventError(.emptyName) }
        guard !type.name.isEmpty, type != .wildcard else { throw EventError(.typeNotSupported(type)) }
        guard !source.name.isEmpty, source != .wildcard else { throw EventError(.sourceNotSupported(source)) }
        do {
            try data.validate()
        } catch {
            throw EventError(.dataNotSupported(error))
        }
        // An answer comes from its request.
        body = Body(name: name, type: type, source: source, data: data, request: request, parent: request, mask: mask)
    }

    /// Makes an event of the hub itself, whose parts are known to be valid.
    init(ofHub name: String, source: EventSource, data: JSONObject) {
        body = Body(name: name, type: .hub, source: source, data: data, request: nil)
    }

    /// Makes a response to a request.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type; not empty and not the wildcard.
    ///   - source: The source; not empty and not the wildcard.
    ///   - data: The data.
    ///   - request: The event that it responds to.
    /// - Throws: ``EventError`` if the name, type or source is not valid, or the data cannot be represented in JSON.
    public init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:],
        answering request: Event
    ) throws(EventError) {
        try self.init(name: name, type: type, source: source, data: data, request: request.key)
    }

    /// Returns the same event as a response to a request.
    ///
    /// - Parameter request: The event that it responds to.
    /// - Returns: An event with the same content and a new id, whose request and parent are `request`.
    public func answering(_ request: Event) -> Event {
        Event(body: body.with(request: request.key, parent: request.key))
    }

    /// Returns the same content under the identity of another event, which it replaces.
    func withIdentity(of other: Event) -> Event {
        var event = Event(body: body.with(request: other.requestKey, parent: other.parentKey, id: other.key))
        event.tick = other.tick
        return event
    }

    /// Returns the event as dispatched at an instant; an event that was received and is dispatched again becomes a new
    /// one.
    @inline(__always)
    func dispatched(at instant: Instant) -> Event {
        var event = self
        event.tick = instant.nanoseconds
        return event
    }

    init(body: Body) {
        self.body = body
    }

    /// The name of the event, for logs and diagnostics.
    public var name: String { body.name }

    /// The type of the event.
    public var type: EventType { body.type }

    /// The source of the event.
    public var source: EventSource { body.source }

    /// Returns whether the event has a type and a source, without a copy of either.
    package func isAddressed(to type: EventType, _ source: EventSource) -> Bool { body.isAddressed(to: type, source) }

    /// The data of the event.
    public var data: JSONObject { body.data }

    /// The dotted paths in the data that an event history records, after rules have changed the data; nil if it does not
    /// record the event.
    public var mask: [String]? { body.mask }

    /// Whether the event has a mask.
    @inline(__always)
    package var hasMask: Bool { body.mask != nil }

    /// A unique identifier, across processes.
    public var id: UUID { key.uuid }

    /// The identifier of the request that this event responds to, or nil.
    public var requestID: UUID? { requestKey?.uuid }

    /// The identifier of the event that caused this one: the request of a response, or the parent passed to
    /// ``chained(from:)``, or nil.
    public var parentID: UUID? { parentKey?.uuid }

    /// The number that identifies the event in this process, which costs less than ``id``.
    package var key: EventID { body.id }

    /// The ``key`` of the request that this event responds to, or nil.
    package var requestKey: EventID? { body.request }

    /// The ``key`` of the event that caused this one, or nil.
    package var parentKey: EventID? { body.parent }

    /// The time at which the hub received the event; nil before it is dispatched.
    public var date: Date? {
        stamp == Self.noStamp ? nil : Date(timeIntervalSince1970: Double(stamp) / 1e9)
    }

    /// The instant at which `dispatch` was called, on the hub's monotonic clock; nil before that.
    ///
    /// This is the time at which the producer dispatched the event, however long it waits, before the hub starts or
    /// behind a slow listener.
    public var instant: Instant? {
        tick == Self.noStamp ? nil : Instant(nanoseconds: tick)
    }
}

extension Event: CustomStringConvertible {
    /// Number, name, type and source, for logs.
    public var description: String {
        "#\(number) \(name) (\(type) / \(source))"
    }
}
