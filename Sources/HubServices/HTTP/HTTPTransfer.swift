// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One request on its way through any redirects: takes what arrives, keeps the limits, and says what to do.
///
/// No I/O.
struct HTTPTransfer: Sendable {
    /// The next step.
    enum Step: Sendable, Equatable {
        /// Wait for more.
        case wait
        /// Ask this instead; what is still under way is of no more use.
        case follow(HTTPRequest)
        /// Tell the caller; what is still under way is of no more use.
        case finish(Result<HTTPResponse, HTTPError>)
    }

    /// The current request: the caller's, or the one that a redirect made of it.
    private(set) var request: HTTPRequest

    private var redirects = 0
    /// The status and header fields, once they are there, with an empty body.
    private var head: HTTPResponse?
    private var body = Data()
    /// The number of bytes that the server announced, if it can be compared with what arrives.
    private var announcedBytes: Int64?

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// Handles a response's status and header fields.
    mutating func received(head: HTTPResponse) -> Step {
        self.head = head
        announcedBytes = HTTPTransfer.announcedBytes(of: head)
        guard head.isSuccess, let announcedBytes, announcedBytes > request.limits.bodyBytes else { return .wait }
        return .finish(.failure(.bodyTooLarge(limit: request.limits.bodyBytes)))
    }

    /// Handles a part of a response's body.
    mutating func received(body data: Data) -> Step {
        let room = request.limits.bodyBytes - body.count
        body.append(data.prefix(room))
        guard data.count > room else { return .wait }
        guard let head, !head.isSuccess else {
            return .finish(.failure(.bodyTooLarge(limit: request.limits.bodyBytes)))
        }
        return conclude(head)
    }

    /// Handles the end of a response, or the reason why it ended early; `late` is its head if that was not reported
    /// before.
    mutating func ended(_ error: HTTPError?, late: HTTPResponse?) -> Step {
        guard let head = head ?? late else {
            return .finish(.failure(error ?? .connection("it ended without an answer")))
        }
        if head.isSuccess, let announcedBytes, body.count < announcedBytes {
            return .finish(.failure(.truncated(receivedBytes: body.count, expectedBytes: announcedBytes)))
        }
        if let error { return .finish(.failure(error)) }
        return conclude(head)
    }

    private mutating func conclude(_ head: HTTPResponse) -> Step {
        guard let location = head.redirectLocation else {
            var response = head
            response.body = body
            return .finish(.success(response))
        }
        guard redirects < request.limits.redirects else {
            return .finish(.failure(.tooManyRedirects(limit: request.limits.redirects)))
        }
        guard let next = request.redirected(by: head, to: location) else {
            return .finish(.failure(.redirectRefused(to: location)))
        }
        redirects += 1
        request = next
        self.head = nil
        body = Data()
        announcedBytes = nil
        return .follow(next)
    }

    /// The announced length, where the bytes that arrive are the ones it counts: a compressed body has another length.
    private static func announcedBytes(of head: HTTPResponse) -> Int64? {
        guard head.headers["Content-Encoding"] == nil else { return nil }
        return head.headers["Content-Length"].flatMap { Int64($0) }
    }
}

extension HTTPResponse {
    /// The target of a redirect, as the server wrote it; nil if the response is not a redirect.
    package var redirectLocation: String? {
        switch status {
        case 301, 302, 303, 307, 308: headers["Location"]
        default: nil
        }
    }
}

extension HTTPRequest {
    /// Returns the request that follows a redirect of this one.
    ///
    /// Only `http:` and `https:` are followed, and `https:` never to `http:`: what was asked in private must not be
    /// asked again in public. `http:` leads to this machine alone, unless ``allowsInsecure`` says otherwise. What proves who is asking goes to no other server.
    ///
    /// - Parameters:
    ///   - response: The response that redirects; its `url` is that of this request.
    ///   - location: The target, absolute or relative to that URL.
    /// - Returns: The next request, or nil if the redirect must not be followed.
    package func redirected(by response: HTTPResponse, to location: String) -> HTTPRequest? {
        guard let target = URL(string: location, relativeTo: response.url)?.absoluteURL else { return nil }
        let origin = response.url
        let scheme = target.scheme?.lowercased()
        guard scheme == "https" || (scheme == "http" && origin.scheme?.lowercased() == "http") else { return nil }
        var next = self
        next.url = target
        if next.firstDefect != nil { return nil }
        // As browsers do: only 307 and 308 send the same thing again.
        if method == .post, response.status != 307, response.status != 308 {
            next.method = .get
            next.body = nil
            next.headers["Content-Type"] = nil
        }
        if (target.scheme, target.host, target.port) != (origin.scheme, origin.host, origin.port) {
            next.headers["Authorization"] = nil
            next.headers["Cookie"] = nil
        }
        return next
    }
}
