// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension Event {
    /// Returns an event with the same content as this one, caused by another event.
    ///
    /// ```swift
    /// runtime.dispatch(try Event(name: "Greeted", type: "com.example.greeting", source: "app").chained(from: heard))
    /// ```
    ///
    /// - Parameter parent: The event that causes it, usually the one that a listener is handling.
    /// - Returns: An event with its own identifier, whose ``parentID`` is that of the parent.
    public func chained(from parent: Event) -> Event {
        Event(body: body.with(request: requestKey, parent: parent.key))
    }

    /// Returns the same event with other data, for an interceptor that replaces the data of an event.
    ///
    /// - Parameter data: The data of the copy.
    /// - Returns: An event with everything else of this one, including its identifier.
    /// - Throws: ``EventError`` with the code `dataNotSupported` if the data cannot be represented in JSON.
    public func copy(withData data: JSONObject) throws(EventError) -> Event {
        do {
            try data.validate()
        } catch {
            throw EventError(.dataNotSupported(error))
        }
        return copy(withValidData: data)
    }

    /// Returns the same event with other data that is known to be valid.
    package func copy(withValidData data: JSONObject) -> Event {
        var copy = Event(body: body.with(data: data, request: requestKey, parent: parentKey, id: key))
        copy.number = number
        copy.stamp = stamp
        copy.tick = tick
        return copy
    }
}
