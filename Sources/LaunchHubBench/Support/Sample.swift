// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The events that everything is measured with.
enum Sample {
    static let type: EventType = "com.example.eventType.playback"
    static let source: EventSource = "com.example.eventSource.requestContent"
    static let otherType: EventType = "com.example.eventType.elsewhere"

    /// A payload of six string keys.
    static func payload() -> JSONObject {
        [
            "type": "content",
            "assetid": "CONTENT-0000000000000042",
            "program": "An ordinary programme",
            "title": "S2,E3 - An ordinary episode",
            "length": "3600",
            "adloadtype": "2",
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
