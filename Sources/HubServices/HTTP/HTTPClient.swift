// SPDX-License-Identifier: Apache-2.0

/// A client that sends requests to servers.
///
/// Configurations and pings use this protocol, so that a test or a replay can respond in place of the network.
package protocol HTTPClient: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request, with the limits on the response.
    ///   - completion: Called exactly once with the response or the reason why there is none, including after
    ///     ``HTTPTask/cancel()``; on a thread of the client's choice, possibly before this method returns. It must be
    ///     short, because it may delay other responses.
    /// - Returns: A handle that cancels the request.
    @discardableResult
    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask

    /// Lets no later request go over a connection that exists now, so that a server cannot join what comes before and after
    /// a user's choice by it.
    ///
    /// A client without connections of its own does nothing.
    func dropConnections()
}

extension HTTPClient {
    package func dropConnections() {}
}

/// A handle that cancels a request in flight: its completion receives ``HTTPError/cancelled``, unless the request has its
/// response.
package typealias HTTPTask = ScheduledWork

extension HTTPTask {
    /// Makes a handle that cancels nothing.
    package init() {
        self.init {}
    }
}
