// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The function of an extension or app that a report is about.
package enum OverrunCall: String, Sendable, Hashable {
    /// A listener that receives an event.
    case listener
    /// The construction of a listener.
    case construction
    /// ``ExtensionCallbacks/onRegistered()``.
    case onRegistered
    /// ``ExtensionCallbacks/onUnregistered()``.
    case onUnregistered
    /// ``ExtensionCallbacks/unexpectedError(_:)``.
    case unexpectedError
    /// The callback of a request, or of a wait for a state.
    case responseCallback
    /// The completion of a start or of a shutdown.
    case completion
    /// ``HubTap/observe(_:)``.
    case tap
    /// The body of ``ExtensionRuntime/performInOrder(_:)``.
    case workInOrder
    /// The sink of the log.
    case log
    /// The deinitializer of a listener that was cancelled.
    case release
}

/// A report about a call into an extension or app that exceeded its budget.
///
/// The hub reports it when the budget is exceeded, while the call may still be running.
public struct Overrun: Sendable, CustomStringConvertible {
    /// The name of the listener; for other calls, that of the extension, the request or whatever else the call belongs
    /// to.
    public let listener: String
    /// The extension that the call belongs to; nil for a call into the app.
    public let extensionName: String?
    /// The function that was called.
    package let kind: OverrunCall
    /// The event that a listener was receiving; nil for other calls.
    public let event: Event?
    /// The budget of the call.
    public let budget: Duration
    /// The number of reports about this listener, including this one; 1 for other calls.
    public let strikes: Int
    /// Whether the hub removes the listener because of this report.
    public let isRemoved: Bool

    /// The name of the function that was called: `listener`, `construction` of a listener, `onRegistered`, `onUnregistered`,
    /// `unexpectedError`, `responseCallback`, `completion`, `tap`, `workInOrder`, `log`, or `release` of a listener.
    public var call: String { kind.rawValue }

    /// A description of what happened and what to do.
    public var description: String {
        let whose = extensionName.map { $0 == listener ? "" : " of \($0)" } ?? ""
        let removed = isRemoved ? " It is removed after \(strikes) strikes." : ""
        let what =
            switch kind {
            case .listener: "listener \(listener)\(whose) has been hearing \(event?.name ?? "an event")"
            case .construction: "listener \(listener)\(whose) has been being made"
            case .onRegistered, .onUnregistered, .unexpectedError, .responseCallback, .completion, .tap, .workInOrder,
                .log, .release:
                "\(call) of \(listener)\(whose) has been running"
            }
        return """
            \(what) for more than \(budget.wholeMilliseconds) ms; \
            hand long work to a queue of its own and return at once.\(removed)
            """
    }

    /// The overrun as the data of the hub's event.
    var data: JSONObject {
        var data: JSONObject = [
            "listener": .string(listener),
            "call": .string(call),
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
