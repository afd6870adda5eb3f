// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// Sends the requests of the queue and says what became of them.
final class SignalSender: HitProcessor {
    private let client: any HTTPClient
    private let hosts: @Sendable () -> SignalHosts
    private let sent = Locked(0)

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - client: The client for requests.
    ///   - hosts: Returns what the configuration allows at the moment.
    init(client: any HTTPClient, hosts: @escaping @Sendable () -> SignalHosts) {
        self.client = client
        self.hosts = hosts
    }

    /// The number of requests that have arrived.
    var sentCount: Int { sent.withLock { $0 } }

    /// The time for which a request waits if its host is no longer allowed; the configuration may still be on its way.
    private static let wait = Duration.seconds(60)

    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
        guard let signal = SignalRequest(payload: hit.payload) else {
            return completion(.discard(reason: "the entry is not a request"))
        }
        guard hosts().refusal(of: signal.url) == nil else { return completion(.later(after: Self.wait)) }
        var request = HTTPRequest(
            signal.body == nil ? .get : .post,
            signal.url,
            headers: ["Idempotency-Key": hit.id, "User-Agent": HubPackage.userAgent],
            // A redirect may lead to a host that is not allowed.
            limits: HTTPRequest.Limits(timeout: signal.timeout, bodyBytes: 4 << 10, redirects: 0)
        )
        if let body = signal.body {
            request.body = Data(body.utf8)
            request.headers["Content-Type"] = signal.contentType
        }
        client.send(request) { [weak self] result in
            let answer = HitAnswer(result)
            if answer == .sent { self?.sent.withLock { $0 += 1 } }
            completion(answer)
        }
    }
}

extension HitAnswer {
    /// The meaning of a response, or of its absence, for the request that a rule ordered.
    init(_ result: Result<HTTPResponse, HTTPError>) {
        switch result {
        case .success(let response):
            switch response.status {
            // A redirect is not followed; the request has arrived where it was sent to.
            case 200..<400: self = .sent
            case 400, 413, 414, 422: self = .refused(reason: "status \(response.status)")
            default: self = .retry(after: response.retryAfter, reason: "status \(response.status)")
            }
        case .failure(let error):
            switch error {
            // The status means that it arrived, and the body is not needed.
            case .bodyTooLarge, .truncated, .tooManyRedirects, .redirectRefused: self = .sent
            case .invalidRequest(let detail): self = .discard(reason: detail)
            case .timedOut, .connection, .cancelled: self = .unreachable(after: nil, reason: error.description)
            case .headTooLarge, .malformedAnswer: self = .retry(after: nil, reason: error.description)
            }
        }
    }
}
