// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through `URLSession`, with the limits of each request kept while its answer comes in.
///
/// Nothing is stored between requests: no cookies, no cache, no credentials. Completions run one at a time on a queue
/// of the client's own. Requests that are under way when the client is released still complete.
public final class URLSessionHTTPClient: HTTPClient {
    private let session: URLSession
    private let exchanges: HTTPExchanges
    private let clock: any HubClock

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - clock: What timeouts are measured with.
    ///   - userAgent: What the client calls itself; nil leaves that to the system.
    public init(clock: any HubClock = SystemClock(), userAgent: String? = nil) {
        let queue = OperationQueue()
        queue.name = "http"
        queue.maxConcurrentOperationCount = 1
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        if let userAgent { configuration.httpAdditionalHeaders = ["User-Agent": userAgent] }
        let exchanges = HTTPExchanges(queue: queue)
        self.exchanges = exchanges
        self.clock = clock
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request; see ``HTTPClient/send(_:completion:)``.
    @discardableResult
    public func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        if let defect = request.firstDefect {
            exchanges.later { completion(.failure(.invalidRequest(defect))) }
            return HTTPTask()
        }
        let task = session.dataTask(with: urlRequest(request))
        let identifier = task.taskIdentifier
        exchanges.begin(task, request, completion)
        let timer = clock.schedule(after: request.limits.timeout) { [weak exchanges] in
            exchanges?.fail(identifier, .timedOut(after: request.limits.timeout))
        }
        exchanges.setTimer(timer, of: identifier)
        task.resume()
        return HTTPTask { [weak exchanges] in exchanges?.fail(identifier, .cancelled) }
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest {
        var result = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
        // The clock times the exchange; the system's own limit only has to be out of the way.
        result.timeoutInterval = 24 * 3_600
        result.httpMethod = request.method.rawValue
        result.httpBody = request.body
        for field in request.headers.fields {
            result.setValue(field.value, forHTTPHeaderField: field.name)
        }
        return result
    }
}
