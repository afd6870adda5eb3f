// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Which of an extension's or an app's functions a report is about.
public enum OverrunCall: String, Sendable, Hashable {
    /// A listener that receives an event.
    case listener
    /// The making of a listener.
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

/// Whose call has lasted too long.
enum OverrunCulprit {
    case hearing(Subscription, Event)
    case construction(Subscription)
    case work(OverrunCall)
}

/// A call into an extension or an app that lasted longer than it may.
///
/// It is reported when the time is over, while the call may still run.
public struct Overrun: Sendable, CustomStringConvertible {
    /// The listener; for other calls the extension, the request or whatever else the call belongs to.
    public let listener: String
    /// The extension that the call belongs to, or nil for one of the app.
    public let extensionName: String?
    /// What was called.
    public let call: OverrunCall
    /// The event that a listener was receiving, or nil for other calls.
    public let event: Event?
    /// How long a call may take.
    public let budget: Duration
    /// How often this listener has been reported, this time included; 1 for other calls.
    public let strikes: Int
    /// Whether the hub's policy removes the listener because of it.
    public let isRemoved: Bool

    /// What happened, and what to do.
    public var description: String {
        let whose = extensionName.map { $0 == listener ? "" : " of \($0)" } ?? ""
        let removed = isRemoved ? " It is removed after \(strikes) strikes." : ""
        let what =
            switch call {
            case .listener: "listener \(listener)\(whose) has been hearing \(event?.name ?? "an event")"
            case .construction: "listener \(listener)\(whose) has been being made"
            case .onRegistered, .onUnregistered, .unexpectedError, .responseCallback, .completion, .tap, .workInOrder,
                .log, .release:
                "\(call.rawValue) of \(listener)\(whose) has been running"
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
            "call": .string(call.rawValue),
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
