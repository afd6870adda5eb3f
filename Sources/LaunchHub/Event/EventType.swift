// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The subject of an event: one half of the address that listeners subscribe to.
///
/// Types are compared regardless of case and keep their spelling. Store types in constants, because making one computes
/// its hash, while using one does not.
public struct EventType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the type.
    package let name: FoldedName

    /// Makes a type.
    ///
    /// - Parameter name: A reverse-domain name, such as `com.example.eventType.player`.
    public init(_ name: String) {
        self.name = FoldedName(name)
    }

    /// Makes a type out of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The type that matches every type when listening.
    public static let wildcard = EventType("com.adobe.eventType._wildcard_")

    /// The type of events of the hub itself, such as overruns and changes of state.
    public static let hub = EventType("com.adobe.eventType.hub")

    /// The type of events about the configuration.
    public static let configuration = EventType("com.adobe.eventType.configuration")

    /// The name of the type, as it was spelled.
    public var description: String { name.spelling }
}

/// The origin of an event: the other half of the address that listeners subscribe to.
///
/// Sources are compared regardless of case and keep their spelling.
public struct EventSource: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the source.
    package let name: FoldedName

    /// Makes a source.
    ///
    /// - Parameter name: A reverse-domain name, such as `com.example.eventSource.requestContent`.
    public init(_ name: String) {
        self.name = FoldedName(name)
    }

    /// Makes a source out of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The source that matches every source when listening.
    public static let wildcard = EventSource("com.adobe.eventSource._wildcard_")

    /// The source of the one event that reports that every extension is ready.
    public static let booted = EventSource("com.adobe.eventSource.booted")

    /// The source of events that report a listener that exceeded its budget.
    public static let overrun = EventSource("com.launchhub.eventSource.overrun")

    /// The source of events that report an extension that could not be started.
    public static let extensionFailed = EventSource("com.launchhub.eventSource.extensionFailed")

    /// The source of events that report a new version of an extension's shared state.
    public static let sharedState = EventSource("com.adobe.eventSource.sharedState")

    /// The source of the event that reports that calls that do not return occupy every thread of the hub.
    public static let threadShortage = EventSource("com.launchhub.eventSource.threadShortage")

    /// The source of requests with content.
    public static let requestContent = EventSource("com.adobe.eventSource.requestContent")

    /// The source of responses and notifications with content.
    public static let responseContent = EventSource("com.adobe.eventSource.responseContent")

    /// The name of the source, as it was spelled.
    public var description: String { name.spelling }
}
