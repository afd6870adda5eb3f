// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// What an answer, or that there is none, means for the ping that was sent.
enum SendOutcome: Sendable, Equatable {
    /// It arrived.
    case sent
    /// It is tried again and that counts; the collector may have asked for a time.
    case refusedForNow(String, after: Duration?)
    /// It will never be accepted.
    case refused(String)
    /// Nobody was reached, which says nothing about the ping.
    case unreachable(String)
    /// No request could be made of it.
    case impossible(String)

    init(_ result: Result<HTTPResponse, HTTPError>, longestWait: Duration) {
        switch result {
        case .success(let response):
            self.init(response, longestWait: longestWait)
        case .failure(.bodyTooLarge):
            // The status was a good one, and nobody wants the body.
            self = .sent
        case .failure(.invalidRequest(let detail)):
            self = .impossible(detail)
        case .failure(let error):
            switch error {
            case .timedOut, .connection, .cancelled: self = .unreachable(error.description)
            default: self = .refusedForNow(error.description, after: nil)
            }
        }
    }

    private init(_ response: HTTPResponse, longestWait: Duration) {
        let text = "status \(response.status)"
        switch response.status {
        case 200..<300:
            self = .sent
        case 408, 429, 500...:
            self = .refusedForNow(text, after: response.retryAfter.map { min($0, longestWait) })
        case 400..<500:
            self = .refused(text)
        default:
            // A redirect that leads nowhere; the address behind it may be mended.
            self = .refusedForNow(text, after: nil)
        }
    }
}
