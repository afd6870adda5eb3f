// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
package import LaunchHub

/// An event as clients of ACPCore make and hear it.
///
/// It never changes; what it carries is copied when it is made.
public final class ACPExtensionEvent: NSObject, Sendable {
    /// The hub's event; nil for one that was made without a name, which cannot be dispatched.
    package let event: Event?
    private let made: Date

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: What people call it; not empty.
    ///   - type: What it is about, such as `com.nielsen.eventType.instanceControl`; not empty.
    ///   - source: Where it comes from; not empty.
    ///   - data: What it carries: strings, numbers, booleans, `NSNull`, arrays and dictionaries with string keys.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` with code ``ACPExtensionError/badName``,
    ///   ``ACPExtensionError/eventTypeNotSupported``, ``ACPExtensionError/eventSourceNotSupported`` or
    ///   ``ACPExtensionError/eventDataNotSupported``.
    public init(name: String?, type: String?, source: String?, data: [AnyHashable: Any]?) throws {
        do {
            let members = try JSONObject(untyped: data ?? [:])
            event = try Event(
                name: name ?? "",
                type: EventType(type ?? ""),
                source: EventSource(source ?? ""),
                data: members
            )
        } catch {
            throw ACPExtensionError.error(for: error)
        }
        made = Date()
        super.init()
    }

    /// Makes an event without a name, type or source. It cannot be dispatched.
    public override init() {
        event = nil
        made = Date()
        super.init()
    }

    package init(_ event: Event) {
        self.event = event
        made = event.date ?? Date()
        super.init()
    }

    /// What the event carries, or nil where it carries nothing.
    public var eventData: [AnyHashable: Any]? {
        guard let event, !event.data.isEmpty else { return nil }
        return event.data.anyDictionary
    }

    /// What people call the event.
    public var eventName: String { event?.name ?? "" }

    /// What the event is about.
    public var eventType: String { event?.type.description ?? "" }

    /// Where the event comes from.
    public var eventSource: String { event?.source.description ?? "" }

    /// The place of the event in the hub's order, counted from 1; zero until it was dispatched.
    public var eventNumber: Int { Int(clamping: event?.number ?? 0) }

    /// An identifier that no other event has, in the form of a UUID.
    public var eventUniqueIdentifier: String { event?.id.description ?? "" }

    /// Milliseconds since 1970 at which the hub took the event, or at which it was made.
    public var eventTimestamp: Int { Int(made.timeIntervalSince1970 * 1_000) }

    /// Number, name, type and source.
    public override var description: String {
        event?.description ?? "an event without a name"
    }
}
