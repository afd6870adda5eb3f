// SPDX-License-Identifier: Apache-2.0

/// An interceptor's decision about an event.
public enum InterceptorVerdict: Sendable {
    /// The event continues unchanged.
    case pass
    /// Another event replaces it under the same identity: responses to the one are responses to the other.
    case replace(Event)
    /// The event is dropped. If it is a request, it ends with ``RequestOutcome/noListener``.
    case drop
}

/// A function that inspects an event before the hub numbers it.
///
/// - Throws: Any error; the event then continues unchanged.
public typealias Interceptor = @Sendable (Event) throws -> InterceptorVerdict
