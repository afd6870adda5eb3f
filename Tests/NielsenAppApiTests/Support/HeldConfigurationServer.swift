// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A server of SDK configurations that answers when the test says so, the oldest request first.
final class HeldConfigurationServer: HTTPClient {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private let open = Locked<[(HTTPRequest, Completion)]>([])
    private let count = Locked(0)

    /// How many requests have come.
    var asked: Int { count.withLock { $0 } }

    func send(_ request: HTTPRequest, completion: @escaping Completion) -> HTTPTask {
        count.withLock { $0 += 1 }
        open.withLock { $0.append((request, completion)) }
        return HTTPTask()
    }

    func fail(status: Int) {
        guard let (request, completion) = oldest() else { return }
        completion(.success(HTTPResponse(status: status, headers: [:], url: request.url)))
    }

    func answer(creditAfter seconds: Int, maximumAge: Int? = 120) {
        guard let (request, completion) = oldest() else { return }
        let age = maximumAge.map { "\"maximumAge\": \($0), " } ?? ""
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1, \(age)
             "thresholds": {"creditValue": \(seconds)}}
            """
        completion(.success(HTTPResponse(status: 200, headers: [:], body: Data(text.utf8), url: request.url)))
    }

    private func oldest() -> (HTTPRequest, Completion)? {
        open.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
