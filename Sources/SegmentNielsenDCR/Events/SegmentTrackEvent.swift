// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// An event of the host library's `track`, as its plugins receive it: an event of the Video Spec, or any other.
///
/// It mirrors the host library's own type, so that an app bridges the two in a few lines; see <doc:BridgingTheHostLibrary>.
public struct SegmentTrackEvent: Sendable, Hashable {
    /// The event's name, such as `Video Content Started`.
    public var event: String
    /// The properties of the event.
    public var properties: JSONObject
    /// Options by destination, which also determine the destinations that receive the event.
    public var integrations: JSONObject
    /// Additional information, which is not read.
    public var context: JSONObject

    /// Makes an event from JSON values.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - properties: The properties of the event.
    ///   - integrations: Options by destination.
    ///   - context: Additional information, which is not read.
    public init(
        event: String,
        properties: JSONObject = [:],
        integrations: JSONObject = [:],
        context: JSONObject = [:]
    ) {
        self.event = event
        self.properties = properties
        self.integrations = integrations
        self.context = context
    }

    /// Makes an event from untyped dictionaries, as the host library has them.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - properties: The properties of the event. Dates and URLs become text; values that JSON cannot represent count
    ///     as missing.
    ///   - integrations: Options by destination.
    ///   - context: Additional information, which is not read.
    public init(
        _ event: String,
        properties: [String: Any]?,
        integrations: [String: Any]? = nil,
        context: [String: Any]? = nil
    ) {
        self.init(
            event: event,
            properties: SegmentValues.object(properties),
            integrations: SegmentValues.object(integrations),
            context: SegmentValues.object(context)
        )
    }
}
