// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import Testing

/// A client whose answers the test gives by hand, on the test's thread; each request is answered once.
final class ScriptedClient: HTTPClient {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private struct State {
        var requests: [HTTPRequest] = []
        var completions: [Int: Completion] = [:]
        var cancelled: [Int] = []
    }

    private let state = Locked(State())

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// Which requests were called off; they do not complete by themselves.
    var cancelled: [Int] { state.withLock { $0.cancelled } }

    @discardableResult
    func send(_ request: HTTPRequest, completion: @escaping Completion) -> HTTPTask {
        let number = state.withLock { state in
            state.requests.append(request)
            state.completions[state.requests.count - 1] = completion
            return state.requests.count - 1
        }
        return HTTPTask { [weak self] in self?.state.withLock { $0.cancelled.append(number) } }
    }

    func answer(_ number: Int, _ status: Int, _ body: String = "", headers: HTTPHeaders = HTTPHeaders()) {
        let url = requests[number].url
        complete(number, .success(HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: url)))
    }

    func fail(_ number: Int, _ error: HTTPError) {
        complete(number, .failure(error))
    }

    private func complete(_ number: Int, _ result: Result<HTTPResponse, HTTPError>) {
        guard let completion = state.withLock({ $0.completions.removeValue(forKey: number) }) else {
            Issue.record("request \(number) has no answer coming")
            return
        }
        completion(result)
    }
}

extension HTTPClient {
    /// Sends a request and waits for its outcome.
    func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        await awaitedValue { resume in
            send(request, completion: resume)
        }
    }
}

extension ConfigurationReport {
    var values: JSONObject? {
        guard case .loaded(let document, _) = self else { return nil }
        return document.values
    }

    var error: ConfigurationError.Reason? {
        guard case .failed(_, _, let error, _) = self else { return nil }
        return error.reason
    }

    var retryIn: Duration? {
        guard case .failed(_, _, _, let retryIn) = self else { return nil }
        return retryIn
    }
}
