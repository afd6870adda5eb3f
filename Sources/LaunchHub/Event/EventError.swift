// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The reason why an event could not be made.
public struct EventError: Error, Sendable, CustomStringConvertible {
    package enum Reason: Sendable {
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
    }

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    public var code: HubErrorCode<EventError> {
        switch reason {
        case .emptyName: .emptyName
        case .typeNotSupported: .typeNotSupported
        case .sourceNotSupported: .sourceNotSupported
        case .dataNotSupported: .dataNotSupported
        case .payloadNotSupported: .payloadNotSupported
        }
    }

    /// A description of what is wrong and what would be right.
    public var description: String {
        switch reason {
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

extension HubErrorCode where Failure == EventError {
    /// The name is empty.
    public static var emptyName: Self { Self("emptyName") }
    /// The type is empty or the wildcard, which is only for listening.
    public static var typeNotSupported: Self { Self("typeNotSupported") }
    /// The source is empty or the wildcard, which is only for listening.
    public static var sourceNotSupported: Self { Self("sourceNotSupported") }
    /// The data cannot be represented in JSON.
    public static var dataNotSupported: Self { Self("dataNotSupported") }
    /// A value does not encode as an object.
    public static var payloadNotSupported: Self { Self("payloadNotSupported") }
}
