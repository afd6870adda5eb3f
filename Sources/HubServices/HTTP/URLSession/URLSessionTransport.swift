// SPDX-License-Identifier: Apache-2.0

#if !os(Linux)
    import Foundation

    /// A `URLSession` and the queue on which it reports; the session is closed with the last use of this object.
    final class URLSessionTransport: Sendable {
        private let completions = HTTPCompletions()
        private let queue: OperationQueue
        private let router: URLSessionRouter
        private let session: URLSession

        init(userAgent: String?, authorities: Data?) {
            queue = OperationQueue()
            queue.name = "http"
            queue.maxConcurrentOperationCount = 1
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            if let userAgent { configuration.httpAdditionalHeaders = ["User-Agent": userAgent] }
            router = URLSessionRouter(trust: authorities.map(HTTPServerTrust.init))
            session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
        }

        deinit {
            session.finishTasksAndInvalidate()
        }

        /// Runs work on the queue on which completions run, one at a time.
        func later(_ work: @escaping @Sendable () -> Void) {
            completions.add(work)
        }

        /// Sends a request for an exchange, unless that is over by now.
        func begin(_ request: HTTPRequest, for exchange: HTTPExchange) {
            let task = session.dataTask(with: Self.urlRequest(request))
            let hop = router.route(task, to: exchange)
            guard exchange.serve(by: hop) else { return drop(hop) }
            task.resume()
        }

        /// Cancels a hop; has no effect on one that is complete.
        func drop(_ hop: HTTPHop) {
            guard let task = router.forget(hop) else { return }
            later { task.cancel() }
        }

        /// Lets no later request go over a connection that exists now.
        func dropConnections() {
            session.flush {}
        }

        private static func urlRequest(_ request: HTTPRequest) -> URLRequest {
            var result = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
            // The client's clock times the exchange; the system's own limit only has to be out of the way.
            result.timeoutInterval = 24 * 3_600
            result.httpMethod = request.method.rawValue
            result.httpBody = request.body
            result.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            for field in request.headers.fields {
                result.setValue(field.value, forHTTPHeaderField: field.name)
            }
            return result
        }
    }
#endif
