// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A `URLSession` and the queue on which it reports; the session is closed with the last use of this object.
///
/// Tasks are cancelled on the queue too. FoundationNetworking stops the process when it is told how to go on with a task
/// that was cancelled after it asked; with both on one queue, whoever comes second knows of the first.
final class HTTPSession: Sendable {
    private let queue: OperationQueue
    private let router: HTTPRouter
    private let session: URLSession

    init(userAgent: String?) {
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
        router = HTTPRouter()
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Runs work on the queue on which completions run.
    func later(_ work: @escaping @Sendable () -> Void) {
        queue.addOperation(work)
    }

    /// Sends a request for an exchange, unless that is over by now.
    func begin(_ request: HTTPRequest, for exchange: HTTPExchange) {
        let task = session.dataTask(with: HTTPSession.urlRequest(request))
        router.route(task, to: exchange)
        guard exchange.serve(by: task) else { return drop(task) }
        task.resume()
    }

    /// Takes a task, if there is one, off the network and out of the way; without effect on one that is complete.
    func drop(_ task: URLSessionDataTask?) {
        guard let task else { return }
        router.forget(task)
        later { task.cancel() }
    }

    private static func urlRequest(_ request: HTTPRequest) -> URLRequest {
        var result = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
        // The client's clock times the exchange; the system's own limit only has to be out of the way.
        result.timeoutInterval = 24 * 3_600
        result.httpMethod = request.method.rawValue
        result.httpBody = request.body
        for field in request.headers.fields {
            result.setValue(field.value, forHTTPHeaderField: field.name)
        }
        return result
    }
}
