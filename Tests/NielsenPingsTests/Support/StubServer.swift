// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Stands for the network: keeps questions until the test answers them.
final class StubServer: HTTPClient {
    private struct Question {
        let request: HTTPRequest
        let completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    }

    private let open = Locked<[Question]>([])
    private let asked = Locked<[HTTPRequest]>([])

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        asked.withLock { $0.append(request) }
        open.withLock { $0.append(Question(request: request, completion: completion)) }
        return HTTPTask()
    }

    func answer(_ status: Int, _ text: String = "", _ headers: [String: String] = [:]) {
        guard let question = open.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        var fields = HTTPHeaders()
        for (name, value) in headers { fields[name] = value }
        question.completion(
            .success(HTTPResponse(status: status, headers: fields, body: Data(text.utf8), url: question.request.url))
        )
    }

    func fail(_ error: HTTPError) {
        open.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.completion(.failure(error))
    }
}
