// SPDX-License-Identifier: Apache-2.0

/// Carries single requests to servers for exchanges, without following redirects.
///
/// What arrives goes to ``HTTPExchange/advance(by:_:)`` under the hop's number, from any one thread at a time.
protocol HTTPTransport: AnyObject, Sendable {
    /// Sends a request for an exchange, unless that is over by now.
    func begin(_ request: HTTPRequest, for exchange: HTTPExchange)

    /// Cancels a hop; has no effect on one that is complete.
    func drop(_ hop: HTTPHop)

    /// Lets no later request go over a connection that exists now.
    func dropConnections()

    /// Runs work on the queue on which completions run, one at a time.
    func later(_ work: @escaping @Sendable () -> Void)
}

/// One request of an exchange at its transport: the caller's, or the one that a redirect made of it.
struct HTTPHop: Sendable, Hashable {
    let number: Int
}
