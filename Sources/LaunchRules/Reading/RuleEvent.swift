// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import LaunchHub

/// An event as rules see it.
package struct RuleEvent: Sendable {
    /// The origin of an event.
    package enum Origin: Sendable, Hashable {
        /// It was dispatched by an app or an extension.
        case outside
        /// A rule dispatched it.
        case dispatch
        /// A consequence left as this event.
        case notice
    }

    package let name: String
    package let type: EventType
    package let source: EventSource
    /// The data; nil for an event that has none.
    package var data: JSONObject?
    /// When it happened, in milliseconds since 1970.
    package let milliseconds: Int64
    /// The paths in the data that the event history records; nil for none.
    package let mask: [String]?
    package let origin: Origin
    /// The rules that it descends from.
    package var lineage: RuleLineage

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The type.
    ///   - source: The source.
    ///   - data: The data; nil for none.
    ///   - milliseconds: When it happened, since 1970.
    ///   - mask: The paths in the data that the event history records.
    ///   - origin: How it came to be.
    ///   - lineage: The rules that it descends from.
    package init(
        name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject?,
        milliseconds: Int64,
        mask: [String]? = nil,
        origin: Origin = .outside,
        lineage: RuleLineage = RuleLineage()
    ) {
        self.name = name
        self.type = type
        self.source = source
        self.data = data
        self.milliseconds = milliseconds
        self.mask = mask
        self.origin = origin
        self.lineage = lineage
    }

    /// Whether rules may not change it, nor dispatch one like it: it configures the hub, or is one of the hub's own.
    static func isProtected(_ type: EventType, _ source: EventSource) -> Bool {
        type == .configuration || type == .hub || (type == .rulesEngine && source == .requestReset)
    }
}

/// The rules that an event descends from: none of them is applied to it again.
package struct RuleLineage: Sendable, Hashable {
    /// The identity of a rule, also after other rules were loaded.
    package struct Ancestor: Sendable, Hashable {
        /// The number of the loading.
        package let loading: UInt64
        /// The position in what was loaded.
        package let place: Int
    }

    /// The rules whose consequences led to the event.
    package private(set) var ancestors: [Ancestor] = []
    /// Whether one of those consequences dispatched an event: another one may not.
    package private(set) var hasDispatch = false

    package init() {}

    /// Whether the event came from outside.
    package var isEmpty: Bool { ancestors.isEmpty }

    /// Returns the lineage of what a rule makes of an event with this one.
    func followed(by rule: Ancestor, dispatching: Bool) -> RuleLineage {
        var lineage = self
        lineage.ancestors.append(rule)
        if dispatching { lineage.hasDispatch = true }
        return lineage
    }
}
