// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A deliberate fault in the response to requests of some paths.
package struct Fault: Sendable, Hashable {
    /// The point at which a connection is closed early.
    package enum Cut: String, Sendable, Hashable, CaseIterable {
        /// Before the request is read: the server does not know of it.
        case before
        /// After the request was served and before the first byte of the answer: the server knows, the client does not.
        case answer
        /// In the middle of the answer's body. An answer without a body is cut off as with ``answer``.
        case body
    }

    /// The prefix of the paths that it applies to; it never applies to the server's own interface under `/api/`.
    package var path: String
    /// The status of the answer in the route's place, 200 to 599; nil lets the route answer.
    package var status: Int?
    /// The seconds of `Retry-After` in the response with ``status``, or nil.
    package var retryAfter: Int?
    /// The delay of the response, up to an hour, or nil.
    ///
    /// The request is served immediately.
    package var delay: Duration?
    /// The point at which the connection is closed early; nil does not close it.
    package var cutOff: Cut?
    /// The number of requests that it applies to, 1 or more; nil for every one.
    package var times: Int?
    /// With which probability it meets a request, 0 to 1.
    package var probability = 1.0
    /// The seed of the chances, so that a run can be repeated; nil draws new ones in every run.
    package var seed: UInt64?

    /// The default path prefix: that of pings.
    package static let usualPath = "/cgi-bin/"

    /// Describes a fault.
    ///
    /// - Parameters:
    ///   - path: How the paths begin that it meets.
    ///   - status: The status of the answer in the route's place, 200 to 599.
    ///   - retryAfter: How many seconds that answer asks to be left alone.
    ///   - delay: How long the answer is held back, up to an hour.
    ///   - cutOff: Where the connection is closed before its time.
    ///   - times: How many requests it meets in all, 1 or more.
    package init(
        path: String = Fault.usualPath,
        status: Int? = nil,
        retryAfter: Int? = nil,
        delay: Duration? = nil,
        cutOff: Cut? = nil,
        times: Int? = nil
    ) {
        self.path = path
        self.status = status
        self.retryAfter = retryAfter
        self.delay = delay
        self.cutOff = cutOff
        self.times = times
    }

    /// Returns the answer in the route's place.
    func failure(_ status: Int) -> ServerResponse {
        var response = ServerResponse.error(status, "this server was asked to fail")
        response.headers["Retry-After"] = retryAfter.map(String.init)
        return response
    }
}
