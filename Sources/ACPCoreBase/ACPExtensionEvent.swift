// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub

#if compiler(>=6.1) && canImport(ObjectiveC)
    import Foundation

    // Declared in `ObjectiveCHeaders`, so that Objective-C sees it. What it keeps must not change its size with the system, as
    // a date's structure may.
    @objc
    @implementation
    extension ACPExtensionEvent {
        package fileprivate(set) final var event: Event?
        fileprivate final var made = Date().timeIntervalSince1970
        fileprivate final var untyped: [AnyHashable: Any]?

        override init() {
            super.init()
        }

        @objc(extensionEventWithName:type:source:data:error:)
        class func makeEvent(
            name: String?,
            type: String?,
            source: String?,
            data: [AnyHashable: Any]?
        ) throws -> ACPExtensionEvent {
            try ACPExtensionEvent(name: name, type: type, source: source, data: data)
        }

        var eventData: [AnyHashable: Any]? { data }
        var eventName: String { event?.name ?? "" }
        var eventType: String { event?.type.description ?? "" }
        var eventSource: String { event?.source.description ?? "" }
        var eventNumber: Int32 { Int32(clamping: event?.number ?? 0) }
        var eventUniqueIdentifier: String { event?.id.description ?? "" }
        var eventTimestamp: Int { Int((made * 1_000).rounded()) }  // in range: the hub's own

        /// Number, name, type and source.
        public override var description: String { text }
    }
#else
    public import Foundation

    /// An event as clients of ACPCore make and receive it.
    ///
    /// Its data is copied when the event is made and never changes afterwards.
    ///
    /// Unchecked: an initializer sets the event before any other code has the object, the dictionary kept for ``eventData``
    /// is behind a lock, and a subclass is responsible for what it adds.
    open class ACPExtensionEvent: NSObject, @unchecked Sendable {
        /// The hub's event; nil for an event made without a name, which cannot be dispatched.
        package fileprivate(set) var event: Event?
        fileprivate var made = Date().timeIntervalSince1970
        /// The value of ``eventData`` from its first read, because listeners read it key by key.
        ///
        /// Guarded by `untypedLock`.
        fileprivate var untyped: [AnyHashable: Any]?

        /// Makes an event without a name, type or source.
        ///
        /// It cannot be dispatched.
        public override init() {
            super.init()
        }

        /// The data of the event, or nil if it has none.
        ///
        /// All of it is converted at the first read; a listener that needs a member or two reads these by their names.
        open var eventData: [AnyHashable: Any]? { data }

        /// The name of the event, for logs and diagnostics.
        open var eventName: String { event?.name ?? "" }

        /// The type of the event.
        open var eventType: String { event?.type.description ?? "" }

        /// The source of the event.
        open var eventSource: String { event?.source.description ?? "" }

        /// The position of the event in the hub's order, from 1; zero before it is dispatched.
        open var eventNumber: Int32 { Int32(clamping: event?.number ?? 0) }

        /// A unique identifier in the form of a UUID.
        open var eventUniqueIdentifier: String { event?.id.description ?? "" }

        /// The time at which the hub received the event, or at which it was made, in milliseconds since 1970.
        open var eventTimestamp: Int { Int((made * 1_000).rounded()) }  // in range: the hub's own

        /// Number, name, type and source.
        open override var description: String { text }
    }
#endif

extension ACPExtensionEvent {
    /// One lock for all events, held for an assignment: a lock for each event would double the cost of making one.
    private static let untypedLock = Locked(())

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type, such as `com.nielsen.eventType.instanceControl`; not empty.
    ///   - source: The source; not empty.
    ///   - data: The data: strings, numbers, booleans, `NSNull`, arrays and dictionaries with string keys.
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

    package convenience init(_ event: Event) {
        self.init()
        self.event = event
        if let date = event.date { made = date.timeIntervalSince1970 }
    }

    fileprivate var data: [AnyHashable: Any]? {
        if let untyped = Self.untypedLock.withLock({ _ in untyped }) { return untyped }
        guard let event, !event.data.isEmpty else { return nil }
        var made: [AnyHashable: Any] = Dictionary(minimumCapacity: event.data.count)
        for (name, value) in event.data { made[name] = value.anyValue }
        return Self.untypedLock.withLock { [made] _ in
            if let untyped { return untyped }
            untyped = made
            return made
        }
    }

    /// One member of the data, without converting the others; nil if there is none of that name.
    ///
    /// - Parameter name: The name of the member.
    public subscript(name: String) -> Any? { event?.data[name]?.anyValue }

    fileprivate var text: String { event?.description ?? "an event without a name" }
}
