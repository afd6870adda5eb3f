// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date
public import HubServices

/// A message that the hub brings to everybody who subscribed to its type and source.
///
/// An event never changes. What it carries is copied when it is made, so nothing that its maker does later is seen by
/// those who hear it. The hub gives it a number and a time when it is dispatched.
public struct Event: Sendable, Identifiable {
    private let content: Content

    @inline(__always)
    var body: Body { content.body }

    /// What all copies of the event share; for tests that look at what is kept alive.
    package var storage: AnyObject { body }

    /// The place of the event in the order of the hub, counted from 1; zero until it was dispatched.
    public internal(set) var number: UInt64 = 0

    /// Nanoseconds since 1970 at which the hub took the event; ``noStamp`` until it was dispatched.
    var stamp = noStamp

    /// Nanoseconds of the hub's clock at which the event was dispatched; ``noStamp`` until then.
    var tick = noStamp

    private static let noStamp = Int64.min

    /// A time of day in the form that events keep it in, within the three centuries around 1970.
    static func stamp(of date: Date) -> Int64 {
        Int64(max(-9e18, min(9e18, date.timeIntervalSince1970 * 1e9)))  // in range: it is clamped
    }

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: What it is about; not empty and not the wildcard.
    ///   - source: Where it comes from; not empty and not the wildcard.
    ///   - data: What it carries.
    /// - Throws: ``EventError`` where a part is empty, or where the data holds what JSON cannot.
    public init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:]
    ) throws(EventError) {
        try self.init(name: name, type: type, source: source, data: data, request: nil)
    }

    init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject,
        request: EventID?
    ) throws(EventError) {
        guard !name.isEmpty else { throw EventError.emptyName }
        guard !type.name.isEmpty, type != .wildcard else { throw EventError.typeNotSupported(type) }
        guard !source.name.isEmpty, source != .wildcard else { throw EventError.sourceNotSupported(source) }
        do {
            try data.validate()
        } catch {
            throw EventError.dataNotSupported(error)
        }
        // An answer comes from its request.
        content = Content(
            body: Body.make(name: name, type: type, source: source, data: data, request: request, parent: request)
        )
    }

    /// Makes an event of the hub itself, whose parts are known to be good.
    init(ofHub name: String, source: EventSource, data: JSONObject) {
        content = Content(body: Body.make(name: name, type: .hub, source: source, data: data, request: nil))
    }

    /// Makes the answer to a request.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: What it is about.
    ///   - source: Where it comes from.
    ///   - data: What it carries.
    ///   - request: The event that it answers.
    /// - Throws: ``EventError`` as for any event.
    public init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:],
        answering request: Event
    ) throws(EventError) {
        try self.init(name: name, type: type, source: source, data: data, request: request.id)
    }

    /// Returns the same event as a response to a request.
    ///
    /// - Parameter request: The event that it responds to.
    /// - Returns: An event with the same content and a new id, whose request and parent are `request`.
    public func answering(_ request: Event) -> Event {
        Event(
            body: Body.make(name: name, type: type, source: source, data: data, request: request.id, parent: request.id)
        )
    }

    /// The same content under the identity of another event, whose place it takes.
    func withIdentity(of other: Event) -> Event {
        var event = Event(
            body: Body.make(
                name: name,
                type: type,
                source: source,
                data: data,
                request: other.body.request,
                parent: other.body.parent,
                id: other.id
            )
        )
        event.tick = other.tick
        return event
    }

    /// The event as it is dispatched at an instant; one that was heard and is dispatched again is a new one.
    @inline(__always)
    func dispatched(at instant: Instant) -> Event {
        var event = self
        event.tick = instant.nanoseconds
        return event
    }

    init(body: Body) {
        content = Content(body: body)
    }

    /// An event for ``LentEvents`` to show.
    @inline(__always)
    init(lending body: Body, number: UInt64, stamp: Int64, tick: Int64) {
        content = Content(body: body)
        self.number = number
        self.stamp = stamp
        self.tick = tick
    }

    /// What people call the event.
    public var name: String { body.name }

    /// What it is about.
    public var type: EventType { body.type }

    /// Where it comes from.
    public var source: EventSource { body.source }

    /// What it carries.
    public var data: JSONObject { body.data }

    /// An identifier that no other event has.
    public var id: EventID { body.id }

    /// The identifier of the request that this event answers, or nil.
    public var requestID: EventID? { body.request }

    /// The identifier of the event that caused this one, or nil: the request of an answer, or what ``chained(from:)`` was
    /// given.
    public var parentID: EventID? { body.parent }

    /// When the hub took the event, or nil until it was dispatched.
    public var date: Date? {
        stamp == Self.noStamp ? nil : Date(timeIntervalSince1970: Double(stamp) / 1e9)
    }

    /// When `dispatch` was called, on the hub's clock that never jumps; nil until then.
    ///
    /// However long an event waits, before the hub starts or behind a slow listener, this is the time at which its
    /// producer dispatched it.
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
