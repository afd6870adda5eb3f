// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// An event of the host library's `screen` or `page`, as its plugins receive it.
public struct SegmentScreenEvent: Sendable, Hashable {
    /// The name of the screen or page; nil if it has none.
    public var name: String?
    /// The category, or nil; it is not read: the name alone is the section of a page.
    public var category: String?
    /// The properties of the event.
    public var properties: JSONObject
    /// Options by destination, which also determine the destinations that receive the event.
    public var integrations: JSONObject
    /// Additional information, which is not read.
    public var context: JSONObject

    /// Makes an event from JSON values.
    ///
    /// - Parameters:
    ///   - name: The name of the screen or page.
    ///   - category: The category, which is not read.
    ///   - properties: The properties of the event.
    ///   - integrations: Options by destination.
    ///   - context: Additional information, which is not read.
    public init(
        name: String?,
        category: String? = nil,
        properties: JSONObject = [:],
        integrations: JSONObject = [:],
        context: JSONObject = [:]
    ) {
        self.name = name
        self.category = category
        self.properties = properties
        self.integrations = integrations
        self.context = context
    }

    /// Makes an event from untyped dictionaries, as the host library has them.
    ///
    /// - Parameters:
    ///   - name: The name of the screen or page.
    ///   - category: The category, which is not read.
    ///   - properties: The properties of the event. Dates and URLs become text; values that JSON cannot represent count
    ///     as missing.
    ///   - integrations: Options by destination.
    ///   - context: Additional information, which is not read.
    public init(
        _ name: String?,
        category: String? = nil,
        properties: [String: Any]?,
        integrations: [String: Any]? = nil,
        context: [String: Any]? = nil
    ) {
        self.init(
            name: name,
            category: category,
            properties: SegmentValues.object(properties),
            integrations: SegmentValues.object(integrations),
            context: SegmentValues.object(context)
        )
    }
}
