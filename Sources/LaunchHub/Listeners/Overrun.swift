// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A listener held its lane longer than it may.
///
/// It is reported when the time is over, while the call may still run.
public struct Overrun: Sendable, CustomStringConvertible {
    /// The listener.
    public let listener: String
    /// The extension that the listener belongs to, or nil for a listener of the app.
    public let extensionName: String?
    /// The event that it was hearing, or nil where the listener was being made.
    public let event: Event?
    /// How long a call may take.
    public let budget: Duration
    /// How often this listener has been reported, this time included.
    public let strikes: Int
    /// True where the hub's policy removes the listener because of it.
    public let isRemoved: Bool

    /// What happened, and what to do.
    public var description: String {
        let what = event.map { "hearing \($0.name)" } ?? "being made"
        let whose = extensionName.map { " of \($0)" } ?? ""
        let removed = isRemoved ? " It is removed after \(strikes) strikes." : ""
        return """
            listener \(listener)\(whose) has been \(what) for more than \(Int(budget.inMilliseconds)) ms; \
            hand long work to a queue of its own and return at once.\(removed)
            """
    }

    /// The overrun as the data of the hub's event.
    var data: JSONObject {
        var data: JSONObject = [
            "listener": .string(listener),
            "budget_ms": .double(budget.inMilliseconds),
            "strikes": .int(Int64(strikes)),
            "removed": .bool(isRemoved),
            "description": .string(description),
        ]
        data["extension"] = extensionName.map(JSONValue.string)
        data["event_name"] = event.map { .string($0.name) }
        data["event_number"] = event.map { .int(Int64(clamping: $0.number)) }
        return data
    }
}
