// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sends requests with the system's own means, with the limits of each request kept while its answer comes in.
///
/// On Apple systems that is `URLSession`, on Linux the system's libcurl, whose one thread serves all clients of the
/// process. Nothing is stored between requests: no cookies, no cache, no credentials. Compressed answers are not asked
/// for. Completions run one at a time on a queue of the client's own. Requests that are under way when the client is
/// released still complete.
public final class SystemHTTPClient: HubHTTPClient {
    private let transport: any HTTPTransport
    private let clock: any HubClock

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - clock: What timeouts are measured with.
    ///   - userAgent: What the client calls itself; nil leaves that to the system.
    ///   - authorities: Certificates in PEM that are trusted beside the system's, for servers with an authority of
    ///     their own; nil trusts the system's alone.
    public init(clock: any HubClock = SystemClock(), userAgent: String? = nil, authorities: Data? = nil) {
        self.clock = clock
        #if os(Linux)
            transport = CurlTransport(CurlTransport.Settings(userAgent: userAgent, authorities: authorities))
        #else
            transport = URLSessionTransport(userAgent: userAgent, authorities: authorities)
        #endif
    }

    /// Sends a request; see ``HubHTTPClient/send(_:completion:)``.
    @discardableResult
    public func send(
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
}
