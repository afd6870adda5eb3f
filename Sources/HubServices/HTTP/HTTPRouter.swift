// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands what a session reports about a task to the exchange that the task serves.
///
/// The session follows no redirect by itself: ``HTTPTransfer`` decides about each, and a new task asks the new address.
/// Left to follow them itself, FoundationNetworking damaged the heap when redirects and malformed answers were mixed.
final class HTTPRouter: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked<[Int: HTTPExchange]>([:])

    func route(_ task: URLSessionTask, to exchange: HTTPExchange) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func forget(_ task: URLSessionTask) {
        exchanges.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
    }

    private func exchange(of task: URLSessionTask) -> HTTPExchange? {
        guard let exchange = exchanges.withLock({ $0[task.taskIdentifier] }), !exchange.isOver else { return nil }
        return exchange
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let exchange = exchange(of: task), let head = HTTPRouter.head(response) else {
            return decline { completionHandler(nil) }
        }
        exchange.advance { $0.received(head: head) }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let exchange = exchange(of: dataTask) else { return decline { completionHandler(.cancel) } }
        guard let head = HTTPRouter.head(response) else {
            exchange.fail(.connection("the answer is not HTTP"))
            return decline { completionHandler(.cancel) }
        }
        exchange.advance { $0.received(head: head) }
        guard !exchange.isOver else { return decline { completionHandler(.cancel) } }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.advance { $0.received(body: data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchange(of: task)
        forget(task)
        // FoundationNetworking reports no head where a status that redirects comes without a place to go.
        let head = HTTPRouter.head(task.response)
        exchange?.advance { $0.ended(error.map { .connection(HTTPRouter.words(for: $0)) }, late: head) }
    }

    /// Tells the session to go no further with a task that is about to be cancelled; see ``HTTPSession``.
    private func decline(_ tellSession: () -> Void) {
        #if !canImport(FoundationNetworking)
            tellSession()
        #endif
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
    private static func words(for error: any Error) -> String {
        guard let error = error as? URLError else { return String(describing: error) }
        return switch error.code {
        case .cannotConnectToHost: "the server does not take connections"
        case .cannotFindHost, .dnsLookupFailed: "the server's name is not known"
        case .networkConnectionLost: "the connection broke off"
        case .notConnectedToInternet: "there is no network"
        case .timedOut: "the system gave up waiting"
        case .badServerResponse, .cannotParseResponse: "the answer is not well-formed HTTP"
        case .secureConnectionFailed: "no secure connection could be made"
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            "the server's certificate is not trusted"
        default: "\(error.localizedDescription) (\(error.code.rawValue))"
        }
    }
}
