// SPDX-License-Identifier: Apache-2.0

// What carries single requests to servers for exchanges, without following redirects. What arrives goes to
// `HTTPExchange.advance(by:_:)` under the hop's number, from any one thread at a time.
#if os(Linux)
    typealias HTTPTransport = CurlTransport
#else
    typealias HTTPTransport = URLSessionTransport
#endif

/// One request of an exchange at its transport: the caller's, or the one that a redirect made of it.
struct HTTPHop: Sendable, Hashable {
    let number: Int
}
