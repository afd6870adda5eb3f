// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// What an event is about: one half of the address that listeners subscribe to.
///
/// Compares without regard to case and keeps the spelling it was made with. Keep types in constants: making one
/// works out its hash, using one does not.
public struct EventType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The type's name.
    public let name: FoldedName

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

    /// Stands for every type when subscribing.
    public static let wildcard = EventType("com.adobe.eventType._wildcard_")

    /// Events of the hub itself: booted, overruns, state changes.
    public static let hub = EventType("com.adobe.eventType.hub")

    /// Events about the configuration.
    public static let configuration = EventType("com.adobe.eventType.configuration")

    /// The type's name, as it was spelled.
    public var description: String { name.spelling }
}

/// Where an event comes from: the other half of the address that listeners subscribe to.
///
/// Compares without regard to case and keeps the spelling it was made with.
public struct EventSource: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The source's name.
    public let name: FoldedName

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

    /// Stands for every source when subscribing.
    public static let wildcard = EventSource("com.adobe.eventSource._wildcard_")

    /// The one event that says that every extension is ready.
    public static let booted = EventSource("com.adobe.eventSource.booted")

    /// A listener held its lane beyond the budget.
    public static let overrun = EventSource("com.launchhub.eventSource.overrun")

    /// An extension could not be started.
    public static let extensionFailed = EventSource("com.launchhub.eventSource.extensionFailed")

    /// An extension published a new version of its shared state.
    public static let sharedState = EventSource("com.adobe.eventSource.sharedState")

    /// Every thread of the hub is held by calls that do not return.
    public static let threadShortage = EventSource("com.launchhub.eventSource.threadShortage")

    /// Questions and wishes with their content.
    public static let requestContent = EventSource("com.adobe.eventSource.requestContent")

    /// Answers and news with their content.
    public static let responseContent = EventSource("com.adobe.eventSource.responseContent")

    /// The source's name, as it was spelled.
    public var description: String { name.spelling }
}
