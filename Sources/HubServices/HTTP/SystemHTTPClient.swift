// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A client that uses the means of the system and enforces the limits of each request while its response arrives.
///
/// On Apple systems it uses `URLSession`, on Linux the system's libcurl, with one thread for all clients of the
/// process. Nothing is stored between requests: no cookies, no cache, no credentials. Compression is not requested.
/// Completions run one at a time, on any thread. Requests in flight still complete when the client is
/// released.
public final class SystemHTTPClient: HTTPClient {
    private let transport: HTTPTransport
    private let clock: any HubClock

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - clock: The clock for timeouts.
    ///   - userAgent: The `User-Agent` of the client; nil for that of the system.
    ///   - authorities: Certificates in PEM that are trusted in addition to the system's, for servers with their own
    ///     authority; nil to trust only the system's.
    public init(clock: any HubClock = SystemClock(), userAgent: String? = nil, authorities: Data? = nil) {
        self.clock = clock
        transport = HTTPTransport(userAgent: userAgent, authorities: authorities)
    }

    /// Sends a request; see ``HTTPClient/send(_:completion:)``.
    @discardableResult
    package func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        if let defect = request.firstDefect {
            transport.later { completion(.failure(.invalidRequest(defect))) }
            return HTTPTask()
        }
        let exchange = HTTPExchange(request, over: transport, completion: completion)
        let timeout = request.limits.timeout
        exchange.setTimer(
            clock.schedule(after: timeout) { [weak exchange] in exchange?.fail(.timedOut(after: timeout)) }
        )
        transport.begin(request, for: exchange)
        return HTTPTask { [weak exchange] in exchange?.fail(.cancelled) }
    }

    package func dropConnections() { transport.dropConnections() }
}
