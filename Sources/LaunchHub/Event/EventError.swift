// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The reason why an event could not be made.
public enum EventError: Error, Sendable, CustomStringConvertible {
    /// The name is empty.
    case emptyName
    /// The type is empty or the wildcard, which is only for listening.
    case typeNotSupported(EventType)
    /// The source is empty or the wildcard, which is only for listening.
    case sourceNotSupported(EventSource)
    /// The data cannot be represented in JSON; the error says where.
    case dataNotSupported(JSONConversionError)
    /// A value does not encode as an object; the text gives its type and the reason.
    case payloadNotSupported(String)

    /// A description of what is wrong and what would be right.
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
