// SPDX-License-Identifier: Apache-2.0

#if !os(Linux)
    import Foundation

    /// Hands what a session reports about a task to the exchange that the task serves.
    ///
    /// The session follows no redirect by itself: ``HTTPTransfer`` decides about each, and a new task asks the new address.
    final class URLSessionRouter: NSObject, URLSessionDataDelegate {
        private struct Route {
            let exchange: HTTPExchange
            let task: URLSessionTask
        }

        private let routes = Locked<[HTTPHop: Route]>([:])
        private let trust: HTTPServerTrust?

        init(trust: HTTPServerTrust?) {
            self.trust = trust
        }

        func route(_ task: URLSessionTask, to exchange: HTTPExchange) -> HTTPHop {
            let hop = HTTPHop(number: task.taskIdentifier)
            routes.withLock { $0[hop] = Route(exchange: exchange, task: task) }
            return hop
        }

        func forget(_ hop: HTTPHop) -> URLSessionTask? {
            routes.withLock { $0.removeValue(forKey: hop)?.task }
        }

        private func exchange(of task: URLSessionTask) -> (HTTPExchange, HTTPHop)? {
            let hop = HTTPHop(number: task.taskIdentifier)
            return routes.withLock { $0[hop]?.exchange }.map { ($0, hop) }
        }

        func urlSession(
            _ session: URLSession,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let trust, let server = challenge.protectionSpace.serverTrust else {
                return completionHandler(.performDefaultHandling, nil)
            }
            let credential = trust.credential(for: server)
            completionHandler(credential == nil ? .cancelAuthenticationChallenge : .useCredential, credential)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            if let (exchange, hop) = exchange(of: task), let head = URLSessionRouter.head(response) {
                exchange.advance(by: hop) { $0.received(head: head) }
            }
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let (exchange, hop) = exchange(of: dataTask) else { return completionHandler(.cancel) }
            let goesOn = exchange.advance(by: hop) { transfer in
                guard let head = URLSessionRouter.head(response) else {
                    return .finish(.failure(.malformedAnswer("it has no status")))
                }
                return transfer.received(head: head)
            }
            completionHandler(goesOn ? .allow : .cancel)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let (exchange, hop) = exchange(of: dataTask) else { return }
            exchange.advance(by: hop) { $0.received(body: data) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let (exchange, hop) = exchange(of: task) else { return }
            let head = URLSessionRouter.head(task.response)
            exchange.advance(by: hop) { $0.ended(error.map(URLSessionRouter.error), late: head) }
            // Where the exchange went on to another hop it has dropped this one; a complete task needs no cancelling.
            _ = forget(hop)
        }

        private static func head(_ response: URLResponse?) -> HTTPResponse? {
            guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
            let headers = HTTPHeaders(
                response.allHeaderFields.compactMap { name, value in
                    guard let name = name.base as? String, let value = value as? String else { return nil }
                    return (name, value)
                }
            )
            return HTTPResponse(status: response.statusCode, headers: headers, url: url)
        }

        /// The system's own words differ between platforms and say little on some; the frequent ones are put plainly.
        private static func error(_ error: any Error) -> HTTPError {
            guard let error = error as? URLError else { return .connection(String(describing: error)) }
            return switch error.code {
            case .badServerResponse, .cannotParseResponse: .malformedAnswer(error.localizedDescription)
            case .cannotConnectToHost: .connection("the server refuses connections")
            case .cannotFindHost, .dnsLookupFailed: .connection("the server's name is not known")
            case .networkConnectionLost: .connection("the connection was lost")
            case .notConnectedToInternet: .connection("there is no network")
            case .timedOut: .connection("the system gave up waiting")
            case .secureConnectionFailed: .connection("no secure connection could be made")
            case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid:
                .connection("the server's certificate is not trusted")
            default: .connection("\(error.localizedDescription) (\(error.code.rawValue))")
            }
        }
    }
#endif
