// SPDX-License-Identifier: Apache-2.0

/// What an interceptor makes of an event.
public enum InterceptorVerdict: Sendable {
    /// The event goes on as it is.
    case pass
    /// Another event goes on in its place, under its identity: answers to the one answer the other.
    case replace(Event)
    /// The event goes no further. A request ends with ``RequestOutcome/noListener``.
    case drop
}

/// Looks at an event before it has a number.
///
/// - Throws: Anything; the event then goes on as it was.
public typealias Interceptor = @Sendable (Event) throws -> InterceptorVerdict
