// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices
public import LaunchHub
public import NielsenAppApi

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
