// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension Event {
    /// Returns an event of the same content that another event caused.
    ///
    /// ```swift
    /// runtime.dispatch(try Event(name: "Greeted", type: "com.example.greeting", source: "app").chained(from: heard))
    /// ```
    ///
    /// - Parameter parent: The event that caused it, usually the one that a listener is handling.
    /// - Returns: An event with an identifier of its own whose ``parentID`` is the parent's.
    public func chained(from parent: Event) -> Event {
        Event(
            body: Body.make(
                name: name,
                type: type,
                source: source,
                data: data,
                request: requestID,
                parent: parent.id
            )
        )
    }

    /// Returns the same event with other data, for an interceptor that replaces what an event carries.
    ///
    /// - Parameter data: What the copy carries.
    /// - Returns: An event that has everything else of this one, the identifier too.
    /// - Throws: ``EventError/dataNotSupported(_:)`` where the data holds what JSON cannot.
    public func copy(withData data: JSONObject) throws(EventError) -> Event {
        do {
            try data.validate()
        } catch {
            throw EventError.dataNotSupported(error)
        }
        var copy = Event(
            body: Body.make(
                name: name,
                type: type,
                source: source,
                data: data,
                request: requestID,
                parent: parentID,
                id: id
            )
        )
        copy.number = number
        copy.stamp = stamp
        copy.tick = tick
        return copy
    }
}
