// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Stands for the network: keeps a question until the test answers it.
final class WaitingClient: HTTPClient {
    private typealias Answer = @Sendable (String) -> Void
    private let open = Locked<[Answer]>([])

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        open.withLock { open in
            open.append { text in
                let body = Data(text.utf8)
                completion(
                    .success(HTTPResponse(status: 200, headers: HTTPHeaders(), body: body, url: request.url))
                )
            }
        }
        return HTTPTask()
    }

    func answer(_ text: String) {
        let answers = open.withLock { open in
            defer { open.removeAll() }
            return open
        }
        for answer in answers { answer(text) }
    }
}
