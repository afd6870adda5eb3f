// SPDX-License-Identifier: Apache-2.0

/// Sends requests to servers.
///
/// Configuration and pings go through this protocol, so that a test or a replay can answer in the network's place.
public protocol HubHTTPClient: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: What to ask, and how much of an answer to put up with.
    ///   - completion: Called exactly once with the answer or with why there is none, also after
    ///     ``HTTPTask/cancel()``; on a thread of the client's choosing, possibly before this method returns. It must
    ///     be short: it may hold up other answers.
    /// - Returns: A handle that calls the request off.
    @discardableResult
    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask
}

/// A request under way, and the means to call it off.
public struct HTTPTask: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Makes a handle.
    ///
    /// - Parameter onCancel: Calls the request off; called at most as often as ``cancel()`` is.
    public init(onCancel: @escaping @Sendable () -> Void = {}) {
        self.onCancel = onCancel
    }

    /// Calls the request off: its completion gets ``HTTPError/cancelled``. Without effect once it has its answer.
    public func cancel() {
        onCancel()
    }
}

// What apps import beside this package has a client of this name too, so the public one begins with `Hub`. Inside the package,
// where nothing collides, the short one will do.
package typealias HTTPClient = HubHTTPClient
