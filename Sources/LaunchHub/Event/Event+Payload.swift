// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

extension Event {
    /// Makes an event whose data is the encoding of a value of your own type.
    ///
    /// ```swift
    /// struct Greeting: Codable { var who: String }
    /// let event = try Event(name: "Greet", type: "com.example.greeting", source: "app", encoding: Greeting(who: "Ada"))
    /// let greeting = try event.decode(Greeting.self)
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type; not empty and not the wildcard.
    ///   - source: The source; not empty and not the wildcard.
    ///   - payload: The value, which must encode as an object.
    /// - Throws: ``EventError`` if the name, type or source is not valid; with the code `payloadNotSupported` if the
    ///   value cannot be encoded or does not encode as an object.
    public init(
        name: String,
        type: EventType,
        source: EventSource,
        encoding payload: some Encodable
    ) throws(EventError) {
        let data: JSONObject
        do {
            data = try JSONObject(jsonData: try JSONEncoder().encode(payload))
        } catch {
            throw EventError(.payloadNotSupported("\(Swift.type(of: payload)): \(error)"))
        }
        try self.init(name: name, type: type, source: source, data: data)
    }

    /// Decodes the data of the event as a value of your own type.
    ///
    /// - Parameter payload: The type of the value.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, which says which member is missing or has another type.
    public func decode<Payload: Decodable>(_ payload: Payload.Type) throws -> Payload {
        try JSONDecoder().decode(payload, from: JSONValue.object(data).jsonData())
    }
}
