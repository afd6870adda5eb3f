// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Why an event could not be made.
public enum EventError: Error, Sendable, CustomStringConvertible {
    /// The name is empty.
    case emptyName
    /// The type is empty or the wildcard, which is for subscribing only.
    case typeNotSupported(EventType)
    /// The source is empty or the wildcard, which is for subscribing only.
    case sourceNotSupported(EventSource)
    /// The data holds what JSON cannot; the error says where.
    case dataNotSupported(JSONConversionError)
    /// A value cannot be encoded as an object; its type and why.
    case payloadNotSupported(String)

    /// What was wrong and what would be right.
    public var description: String {
        switch self {
        case .emptyName:
            "the event has no name; give it one, such as \"TrackSDKEvent\""
        case .typeNotSupported(let type):
            "\"\(type)\" cannot be the type of an event; use a name such as \"com.example.eventType.player\""
        case .sourceNotSupported(let source):
            "\"\(source)\" cannot be the source of an event; use a name such as \"com.example.eventSource.request\""
        case .dataNotSupported(let error):
            "the event's data cannot be carried: \(error)"
        case .payloadNotSupported(let why):
            "the event's payload cannot be carried, \(why); use a value that encodes as an object"
        }
    }
}
