// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// What the host library's `track` hands to its plugins: an event of the Video Spec, or any other.
///
/// It mirrors the host library's own type, so that an app bridges the two in a few lines; see <doc:BridgingTheHostLibrary>.
public struct SegmentTrackEvent: Sendable, Hashable {
    /// The event's name, such as `Video Content Started`.
    public var event: String
    /// What the event is about.
    public var properties: JSONObject
    /// Options by destination, and which destinations get the event at all.
    public var integrations: JSONObject
    /// What is known besides; nothing is read from it.
    public var context: JSONObject

    /// Makes an event out of JSON values.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - properties: What the event is about.
    ///   - integrations: Options by destination.
    ///   - context: What is known besides.
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

    /// Makes an event out of untyped dictionaries, as the host library has them.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - properties: What the event is about. Dates and URLs become text; what JSON cannot hold counts as missing.
    ///   - integrations: Options by destination.
    ///   - context: What is known besides.
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
