// SPDX-License-Identifier: Apache-2.0

/// Sends requests through `URLSession`, with the limits of each request kept while its answer comes in.
///
/// Nothing is stored between requests: no cookies, no cache, no credentials. Completions run one at a time on a queue
/// of the client's own. Requests that are under way when the client is released still complete.
///
/// - Warning: On Linux, FoundationNetworking stops the process where a server closes the connection in the middle of the
///   header fields of an answer, or writes a NUL into them. Nothing above it can prevent that, so ask only servers that
///   are yours or that `https:` protects from third parties.
public final class URLSessionHTTPClient: HTTPClient {
    private let session: HTTPSession
    private let clock: any HubClock

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - clock: What timeouts are measured with.
    ///   - userAgent: What the client calls itself; nil leaves that to the system.
    public init(clock: any HubClock = SystemClock(), userAgent: String? = nil) {
        self.clock = clock
        session = HTTPSession(userAgent: userAgent)
    }

    /// Sends a request; see ``HTTPClient/send(_:completion:)``.
    @discardableResult
    public func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        if let defect = request.firstDefect {
            session.later { completion(.failure(.invalidRequest(defect))) }
            return HTTPTask()
        }
        let exchange = HTTPExchange(request, in: session, completion: completion)
        let timeout = request.limits.timeout
        exchange.setTimer(
            clock.schedule(after: timeout) { [weak exchange] in exchange?.fail(.timedOut(after: timeout)) }
        )
        session.begin(request, for: exchange)
        return HTTPTask { [weak exchange] in exchange?.fail(.cancelled) }
    }
}
