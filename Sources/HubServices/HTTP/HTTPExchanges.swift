// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of one session that are under way: takes what `URLSession` reports and keeps each request's limits.
///
/// An exchange ends at the first of: its answer, an error, a limit, its timeout, its cancellation. Whatever the session
/// reports about it later finds nothing here and is dropped, so that each completion runs exactly once.
///
/// The session reports on `queue`, one thing at a time, and tasks are cancelled there too. FoundationNetworking stops the
/// process when it is told how to go on with a task that was cancelled after it asked; with both on one queue, whoever
/// comes second knows of the first.
final class HTTPExchanges: NSObject, URLSessionDataDelegate {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private struct Exchange {
        let task: URLSessionDataTask
        let limits: HTTPRequest.Limits
        let completion: Completion
        var timer: ScheduledWork?
        var redirects = 0
        /// The status and header fields, once they are there, with an empty body.
        var head: HTTPResponse?
        var body = Data()
        /// How many bytes the server announced, where that can be compared with what came.
        var announcedBytes: Int64?
    }

    private let queue: OperationQueue
    private let exchanges = Locked<[Int: Exchange]>([:])

    init(queue: OperationQueue) {
        self.queue = queue
    }

    /// Runs work on the queue on which completions run.
    func later(_ work: @escaping @Sendable () -> Void) {
        queue.addOperation(work)
    }

    func begin(_ task: URLSessionDataTask, _ request: HTTPRequest, _ completion: @escaping Completion) {
        exchanges.withLock {
            $0[task.taskIdentifier] = Exchange(task: task, limits: request.limits, completion: completion)
        }
    }

    /// Keeps the timer of an exchange so that it ends with it; the timer may have fired already.
    func setTimer(_ timer: ScheduledWork, of identifier: Int) {
        let isOver = exchanges.withLock { exchanges in
            exchanges[identifier]?.timer = timer
            return exchanges[identifier] == nil
        }
        if isOver { timer.cancel() }
    }

    /// Ends an exchange without an answer; without effect on one that has ended.
    func fail(_ identifier: Int, _ error: HTTPError) {
        end(identifier) { _ in .failure(error) }
    }

    private func end(_ identifier: Int, _ outcome: (Exchange) -> Result<HTTPResponse, HTTPError>) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: identifier) }) else { return }
        exchange.timer?.cancel()
        let result = outcome(exchange)
        later {
            // Without effect on a task that is complete.
            exchange.task.cancel()
            exchange.completion(result)
        }
    }

    /// Tells the session to go no further with a task that is about to be cancelled; see the type's comment.
    private func decline(_ tellSession: () -> Void) {
        #if !canImport(FoundationNetworking)
            tellSession()
        #endif
    }

    // MARK: - What the session reports

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let refusal = exchanges.withLock { exchanges -> HTTPError? in
            guard let limits = exchanges[task.taskIdentifier]?.limits else { return .cancelled }
            exchanges[task.taskIdentifier]?.redirects += 1
            if exchanges[task.taskIdentifier]?.redirects ?? 0 > limits.redirects {
                return .tooManyRedirects(limit: limits.redirects)
            }
            // What the server wrote, because FoundationNetworking makes an HTTP address out of any other.
            let location = response.value(forHTTPHeaderField: "Location")
            let target = location.flatMap { URL(string: $0, relativeTo: response.url) } ?? request.url
            return HTTPExchanges.refusal(from: response.url, to: target)
        }
        guard let refusal else { return completionHandler(request) }
        fail(task.taskIdentifier, refusal)
        decline { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let identifier = dataTask.taskIdentifier
        guard let http = response as? HTTPURLResponse, let url = http.url else {
            fail(identifier, .connection("the answer is not HTTP"))
            return decline { completionHandler(.cancel) }
        }
        let head = HTTPResponse(status: http.statusCode, headers: HTTPExchanges.headers(of: http), url: url)
        let announced = HTTPExchanges.announcedBytes(of: head)
        let limit = exchanges.withLock { exchanges -> Int? in
            exchanges[identifier]?.head = head
            exchanges[identifier]?.announcedBytes = announced
            return exchanges[identifier]?.limits.bodyBytes
        }
        guard let limit else { return decline { completionHandler(.cancel) } }
        if head.isSuccess, let announced, announced > limit {
            fail(identifier, .bodyTooLarge(limit: limit))
            return decline { completionHandler(.cancel) }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let identifier = dataTask.taskIdentifier
        let isFull = exchanges.withLock { exchanges -> Bool in
            // Asked for piece by piece: a copy of the exchange would make each append copy the body.
            guard let limit = exchanges[identifier]?.limits.bodyBytes, let held = exchanges[identifier]?.body.count
            else { return false }
            let room = limit - held
            exchanges[identifier]?.body.append(data.prefix(room))
            return data.count > room
        }
        guard isFull else { return }
        end(identifier) { exchange in
            guard var response = exchange.head, !response.isSuccess else {
                return .failure(.bodyTooLarge(limit: exchange.limits.bodyBytes))
            }
            response.body = exchange.body
            return .success(response)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task.taskIdentifier) { exchange in
            let received = exchange.body.count
            let isShort = exchange.announcedBytes.map { received < $0 } ?? false
            switch (exchange.head, error) {
            case (let head?, _) where isShort && head.isSuccess:
                return .failure(.truncated(receivedBytes: received, expectedBytes: exchange.announcedBytes ?? 0))
            case (_, let error?):
                return .failure(.connection(HTTPExchanges.words(for: error)))
            case (var response?, nil):
                response.body = exchange.body
                return .success(response)
            case (nil, nil):
                return .failure(.connection("it ended without an answer"))
            }
        }
    }

    // MARK: - Reading what the session reports

    private static func refusal(from origin: URL?, to target: URL?) -> HTTPError? {
        let scheme = target?.scheme?.lowercased()
        let isSafe = scheme == "https" || (scheme == "http" && origin?.scheme?.lowercased() != "https")
        return isSafe ? nil : .redirectRefused(to: target?.absoluteString ?? "nowhere")
    }

    private static func headers(of response: HTTPURLResponse) -> HTTPHeaders {
        HTTPHeaders(
            response.allHeaderFields.compactMap { name, value in
                guard let name = name.base as? String, let value = value as? String else { return nil }
                return (name, value)
            }
        )
    }

    /// The announced length, where the bytes that arrive are the ones it counts: a compressed body has another length.
    private static func announcedBytes(of head: HTTPResponse) -> Int64? {
        guard head.headers["Content-Encoding"] == nil, head.status != 304 else { return nil }
        return head.headers["Content-Length"].flatMap { Int64($0) }
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
