// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The events that everything is measured with.
enum Sample {
    static let type: EventType = "com.example.eventType.playback"
    static let source: EventSource = "com.example.eventSource.requestContent"
    static let otherType: EventType = "com.example.eventType.elsewhere"

    /// The values of a payload, as a program has them that got them from somewhere: a payload of constants only would
    /// be laid out by the compiler and cost nothing to make. They are short, so that no two events share memory.
    private static let values = "content|C-00000042|Programme|S2,E3 Episode|3600|2"
        .split(separator: "|")
        .map { JSONValue.string(String($0)) }

    /// A payload of six string keys.
    static func payload() -> JSONObject {
        [
            "type": values[0],
            "assetid": values[1],
            "program": values[2],
            "title": values[3],
            "length": values[4],
            "adloadtype": values[5],
        ]
    }

    /// An event with a payload of its own.
    static func event(_ type: EventType = type) -> Event {
        do {
            return try Event(name: "Playback", type: type, source: source, data: payload())
        } catch {
            preconditionFailure("the sample is a valid event: \(error)")
        }
    }

    /// Events that each have a payload of their own.
    static func events(_ count: Int) -> [Event] {
        (0..<count).map { _ in event() }
    }
}
