// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The meaning of a response, or of its absence, for the ping that was sent.
enum SendOutcome: Sendable, Equatable {
    /// It arrived.
    case sent
    /// It is refused for a reason that is not its own; the collector may have asked for a time.
    case refusedForNow(String, after: Duration?)
    /// It is refused for a reason of its own, says the collector.
    case refused(String)
    /// No collector was reached, which says nothing about the ping.
    case unreachable(String)
    /// No request could be made of it.
    case impossible(String)

    init(_ result: Result<HTTPResponse, HTTPError>, longestWait: Duration, receiptTypes: [String] = []) {
        switch result {
        case .success(let response) where response.isSuccess && !response.isReceipt(of: receiptTypes):
            // As the page does that a network shows before it lets anybody through.
            let type = response.headers["Content-Type"] ?? "no Content-Type"
            self = .unreachable("status \(response.status) with \(type) is not a receipt of the collector")
        case .success(let response):
            self.init(response, longestWait: longestWait)
        case .failure(let error):
            switch error {
            // The status means success, and the body is not needed.
            case .bodyTooLarge: self = .sent
            case .invalidRequest(let detail): self = .impossible(detail)
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
        case 400, 413, 414, 422:
            self = .refused(text)
        default:
            // Whatever else is wrong, a deployment, a login, a redirect that leads nowhere, is wrong with the collector.
            self = .refusedForNow(text, after: response.retryAfter.map { min($0, longestWait) })
        }
    }
}

extension HTTPResponse {
    /// Returns whether the response has a type in which the collector sends receipts.
    ///
    /// - Parameter types: Media types such as `image/gif`, in lower case; empty if every response counts.
    /// - Returns: True also for every response without a body, whatever its type.
    fileprivate func isReceipt(of types: [String]) -> Bool {
        guard !types.isEmpty, !body.isEmpty else { return true }
        let type = headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        return types.contains(type.filter { $0 != " " && $0 != "\t" })
    }
}
