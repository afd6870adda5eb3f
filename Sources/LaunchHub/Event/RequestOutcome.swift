// SPDX-License-Identifier: Apache-2.0

/// The outcome of a request, which ends exactly once.
public enum RequestOutcome: Sendable {
    /// The first answer that came.
    case response(Event)
    /// No answer came in time.
    case timeout
    /// No listener receives the request's type and source, or the last one that did is gone. Also if the time was over
    /// before an extension that is being made had a listener.
    case noListener
    /// The requester called it off, or was unregistered.
    case cancelled
    /// The hub was shut down.
    case hubShutDown

    /// The answer, where there is one.
    public var response: Event? {
        guard case .response(let event) = self else { return nil }
        return event
    }
}
