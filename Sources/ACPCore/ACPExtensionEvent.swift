// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
package import LaunchHub

/// An event as clients of ACPCore make and receive it.
///
/// What it carries is copied when it is made, and nothing of it changes after.
///
/// Unchecked: an initializer sets the event before anybody else has the object, the dictionary that is kept for
/// ``eventData`` is behind a lock, and a subclass answers for what it adds.
open class ACPExtensionEvent: NSObject, @unchecked Sendable {
    /// The hub's event; nil for one that was made without a name, which cannot be dispatched.
    package private(set) var event: Event?
    private var made = Date()
    /// What ``eventData`` returned the first time: listeners read it key by key. Only touched under ``untypedLock``.
    private var untyped: [AnyHashable: Any]?
    /// One lock for all events, held for an assignment: a lock of its own would double what an event costs to make.
    private static let untypedLock = Locked(())

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: What it is about, such as `com.nielsen.eventType.instanceControl`; not empty.
    ///   - source: Where it comes from; not empty.
    ///   - data: What it carries: strings, numbers, booleans, `NSNull`, arrays and dictionaries with string keys.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` with code
    ///   ``ACPExtensionError/ADBBadExtensionNameExtensionError``,
    ///   ``ACPExtensionError/ADBEventTypeNotSupportedExtensionError``,
    ///   ``ACPExtensionError/ADBEventSourceNotSupportedExtensionError`` or
    ///   ``ACPExtensionError/ADBEventDataNotSupportedExtensionError``.
    public convenience init(name: String?, type: String?, source: String?, data: [AnyHashable: Any]?) throws {
        self.init()
        do {
            event = try Event(
                name: name ?? "",
                type: EventType(type ?? ""),
                source: EventSource(source ?? ""),
                data: try JSONObject(untyped: data ?? [:])
            )
        } catch {
            throw ACPExtensionError.error(for: error)
        }
    }

    /// Makes an event without a name, type or source. It cannot be dispatched.
    public override init() {
        super.init()
    }

    package convenience init(_ event: Event) {
        self.init()
        self.event = event
        if let date = event.date { made = date }
    }

    /// What the event carries, or nil where it carries nothing.
    open var eventData: [AnyHashable: Any]? {
        if let untyped = Self.untypedLock.withLock({ _ in untyped }) { return untyped }
        guard let event, !event.data.isEmpty else { return nil }
        let made: [AnyHashable: Any] = event.data.anyDictionary
        return Self.untypedLock.withLock { _ in
            if let untyped { return untyped }
            untyped = made
            return made
        }
    }

    /// What people call the event.
    open var eventName: String { event?.name ?? "" }

    /// What the event is about.
    open var eventType: String { event?.type.description ?? "" }

    /// Where the event comes from.
    open var eventSource: String { event?.source.description ?? "" }

    /// The place of the event in the hub's order, counted from 1; zero until it was dispatched.
    open var eventNumber: Int32 { Int32(clamping: event?.number ?? 0) }

    /// An identifier that no other event has, in the form of a UUID.
    open var eventUniqueIdentifier: String { event?.id.description ?? "" }

    /// Milliseconds since 1970 at which the hub received the event, or at which it was made.
    open var eventTimestamp: Int { Int(made.timeIntervalSince1970 * 1_000) }  // in range: the hub's own

    /// Number, name, type and source.
    open override var description: String {
        event?.description ?? "an event without a name"
    }
}
