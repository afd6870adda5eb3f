// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The events that everything is measured with.
enum Sample {
    static let type: EventType = "com.example.eventType.playback"
    static let source: EventSource = "com.example.eventSource.requestContent"
    static let otherType: EventType = "com.example.eventType.elsewhere"

    /// The values of a payload, as bytes; a number is written over the last six.
    private static let templates = [
        "content of a kind 000000", "C-00000042-00000000000000", "A Programme of 000000", "S2,E3 Episode 000000",
        "a length of 3600 000000", "ad load type 2 000000",
    ].map { Array($0.utf8) }

    /// Counts the payloads, so that no two have a value in common.
    ///
    /// Read and written by the threads that make events.
    private static let serial = Locked(0)

    /// A payload of six string keys whose values have memory of their own, as those of a program have that got them from
    /// somewhere: a payload of constants, or of short strings, would cost hardly anything to make and to free.
    static func payload() -> JSONObject {
        let number = serial.withLock { serial in
            serial &+= 1
            return serial
        }
        return [
            "type": value(0, number),
            "assetid": value(1, number),
            "program": value(2, number),
            "title": value(3, number),
            "length": value(4, number),
            "adloadtype": value(5, number),
        ]
    }

    @inline(__always)
    private static func value(_ place: Int, _ number: Int) -> JSONValue {
        let template = templates[place]
        return .string(
            String(unsafeUninitializedCapacity: template.count) { buffer in
                _ = buffer.initialize(from: template)
                var rest = number
                for place in 1...6 {
                    buffer[template.count - place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                return template.count
            }
        )
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
