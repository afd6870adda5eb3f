// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices
public import LaunchHub
public import NielsenAppApi

/// An error or event of an SDK instance, as listeners receive it from the extension.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Listening for NielsenAppSDK error events".
public struct NielsenSDKNotice: Sendable, Hashable {
    /// The kind of notice.
    package enum Kind: String, Sendable, Hashable {
        /// The SDK reports an error.
        case error
        /// The SDK started or shut down.
        case event
    }

    /// The identifier of the instance; empty if an event that was caused by another one names none.
    public var identifier: String
    /// The kind of notice.
    package var kind: Kind
    /// Whether the SDK reports an error; otherwise it started or shut down.
    public var isError: Bool { kind == .error }
    /// The SDK's code: 1 to 19 and 1001 to 1009 for errors, 2001 and 2002 for events.
    ///
    /// The extension's own codes, 5002 to 5012, say what is wrong in an event that another event caused, such as one that a
    /// rule dispatched, because nobody waits for its answer.
    public var code: Int
    /// A description of what happened.
    public var description: String
    /// The time at which it happened, in seconds since 1970.
    public var timestamp: Double

    /// The type of the hub's events.
    public static let type: EventType = "com.nielsen.eventType.sdkNotifier"

    /// The source of the hub's events.
    public static let source: EventSource = "com.nielsen.eventSource.sdkNotifier"

    /// The name of the hub's events.
    public static let eventName = "NielsenAppSDKEvent"

    /// Makes a notice.
    package init(identifier: String, kind: Kind, code: Int, description: String, timestamp: Double) {
        self.identifier = identifier
        self.kind = kind
        self.code = code
        self.description = description
        self.timestamp = timestamp
    }

    /// The data of the notice in a hub event: `identifier`, `kind`, `code`, `description` and `timestamp`.
    public var data: JSONObject {
        [
            "identifier": .string(identifier),
            "kind": .string(kind.rawValue),
            "code": .int(Int64(code)),
            "description": .string(description),
            "timestamp": .double(timestamp),
        ]
    }

    /// Reads a notice from a hub event, or is nil if the event is not a notice.
    ///
    /// - Parameter event: Any event.
    public init?(_ event: Event) {
        guard event.type == Self.type, event.source == Self.source,
            let identifier = event.data["identifier"]?.stringValue,
            let kind = event.data["kind"]?.stringValue.flatMap(Kind.init(rawValue:)),
            let code = event.data["code"]?.intValue
        else { return nil }
        self.init(
            identifier: identifier,
            kind: kind,
            code: Int(code),
            description: event.data["description"]?.stringValue ?? "",
            timestamp: event.data["timestamp"]?.doubleValue ?? 0
        )
    }
}

/// A remark of an SDK instance on the integration, as an event of the hub.
///
/// The documented listeners of SDK errors do not receive it: a remark is no error, and has no number.
///
/// ```swift
/// EventHub.shared.listen(type: NielsenSDKRemark.type, source: NielsenSDKRemark.source, name: "remarks") { event in
///     if let remark = NielsenSDKRemark(event) { print(remark.code, remark.message) }
/// }
/// ```
public struct NielsenSDKRemark: Sendable, Hashable {
    /// The identifier of the instance.
    public let identifier: String
    /// The stable name of the remark.
    public let code: NielsenRemark.Code
    /// A description of what was wrong and what would be right.
    public let message: String
    /// The time of the remark.
    public let date: Date

    /// The type of the hub's events, which is that of ``NielsenSDKNotice``.
    public static let type = NielsenSDKNotice.type

    /// The source of the hub's events.
    public static let source: EventSource = "com.launchhub.eventSource.remark"

    /// The name of the hub's events.
    public static let eventName = "NielsenAppSDKRemark"

    init(identifier: String, remark: NielsenRemark) {
        self.identifier = identifier
        code = remark.code
        message = remark.message
        date = remark.date
    }

    /// The data of the remark in a hub event: `identifier`, `code` (its name), `description` and `timestamp` (seconds
    /// since 1970).
    public var data: JSONObject {
        [
            "identifier": .string(identifier),
            "code": .string(code.rawValue),
            "description": .string(message),
            "timestamp": .double(date.timeIntervalSince1970),
        ]
    }

    /// Reads a remark from a hub event, or is nil if the event is not a remark.
    ///
    /// - Parameter event: Any event.
    public init?(_ event: Event) {
        guard event.type == Self.type, event.source == Self.source,
            let identifier = event.data["identifier"]?.stringValue,
            let code = event.data["code"]?.stringValue
        else { return nil }
        self.identifier = identifier
        self.code = NielsenRemark.Code(rawValue: code)
        message = event.data["description"]?.stringValue ?? ""
        date = Date(timeIntervalSince1970: event.data["timestamp"]?.doubleValue ?? 0)
    }
}
