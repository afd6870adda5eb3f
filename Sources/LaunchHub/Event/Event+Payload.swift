// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

extension Event {
    /// Makes an event that carries a value of a type of your own.
    ///
    /// ```swift
    /// struct Greeting: Codable { var who: String }
    /// let event = try Event(name: "Greet", type: "com.example.greeting", source: "app", encoding: Greeting(who: "Ada"))
    /// let greeting = try event.decode(Greeting.self)
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: What it is about; not empty and not the wildcard.
    ///   - source: Where it comes from; not empty and not the wildcard.
    ///   - payload: What it carries; a value that encodes as an object.
    /// - Throws: ``EventError`` where a part is empty, and ``EventError/payloadNotSupported(_:)`` where the value cannot be
    ///   encoded or does not encode as an object.
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
            throw EventError.payloadNotSupported("\(Swift.type(of: payload)): \(error)")
        }
        try self.init(name: name, type: type, source: source, data: data)
    }

    /// Reads what the event carries as a value of a type of your own.
    ///
    /// - Parameter payload: The type.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, which says which member is missing or of another type.
    public func decode<Payload: Decodable>(_ payload: Payload.Type) throws -> Payload {
        try JSONDecoder().decode(payload, from: JSONValue.object(data).jsonData())
    }
}
