// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// What the host library's `screen` or `page` hands to its plugins.
public struct SegmentScreenEvent: Sendable, Hashable {
    /// The name of the screen or page; nil where it has none.
    public var name: String?
    /// The category, which comes before the name of a page; nil where there is none.
    public var category: String?
    /// What the event is about.
    public var properties: JSONObject
    /// Options by destination, and which destinations get the event at all.
    public var integrations: JSONObject
    /// What is known besides; nothing is read from it.
    public var context: JSONObject

    /// Makes an event out of JSON values.
    ///
    /// - Parameters:
    ///   - name: The name of the screen or page.
    ///   - category: What comes before the name.
    ///   - properties: What the event is about.
    ///   - integrations: Options by destination.
    ///   - context: What is known besides.
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

    /// Makes an event out of untyped dictionaries, as the host library has them.
    ///
    /// - Parameters:
    ///   - name: The name of the screen or page.
    ///   - category: What comes before the name.
    ///   - properties: What the event is about. Dates and URLs become text; what JSON cannot hold counts as missing.
    ///   - integrations: Options by destination.
    ///   - context: What is known besides.
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

    /// Category and name, as a page is called; nil where there is neither.
    var fullName: String? {
        let parts = [category, name].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
