// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A request to a server, with the limits on the response.
///
/// ```swift
/// var request = HTTPRequest.get(url)
/// request.headers["If-None-Match"] = etag
/// request.limits.bodyBytes = 64 * 1024
/// ```
package struct HTTPRequest: Sendable, Hashable {
    /// The method.
    package enum Method: String, Sendable, Hashable {
        /// Fetches the resource.
        case get = "GET"
        /// Sends data to the resource.
        case post = "POST"
    }

    /// The limits on a response.
    package struct Limits: Sendable, Hashable {
        /// The time limit of the whole exchange, redirects included; more than zero.
        package var timeout: Duration
        /// The largest size of the body, in bytes.
        ///
        /// The client does not request compression. If a server compresses nevertheless, bytes count as they are
        /// delivered: as sent on Linux, decompressed on Apple systems.
        ///
        /// A successful response with a larger body fails with ``HTTPError/bodyTooLarge(limit:)`` as soon as that is
        /// known; the body of any other response is truncated, because its status is sufficient.
        package var bodyBytes: Int
        /// The largest number of redirects that are followed; zero follows none.
        package var redirects: Int

        package init(timeout: Duration = .seconds(30), bodyBytes: Int = 1 << 20, redirects: Int = 5) {
            self.timeout = timeout
            self.bodyBytes = bodyBytes
            self.redirects = redirects
        }
    }

    package var method: Method
    /// The resource; `http:` or `https:` with a host.
    package var url: URL
    /// The header fields that are sent in addition to the client's own.
    package var headers: HTTPHeaders
    package var body: Data?
    /// The limits on a response.
    package var limits: Limits
    /// Whether the request and its redirects may use `http:` to other machines, so that anyone on the network path can
    /// read and change them.
    ///
    /// If false, only `https:` leaves this machine.
    package var allowsInsecure = false

    package init(
        _ method: Method,
        _ url: URL,
        headers: HTTPHeaders = HTTPHeaders(),
        body: Data? = nil,
        limits: Limits = Limits()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
    }

    /// Makes a request that fetches a resource.
    package static func get(
        _ url: URL,
        headers: HTTPHeaders = HTTPHeaders(),
        limits: Limits = Limits()
    ) -> HTTPRequest {
        HTTPRequest(.get, url, headers: headers, limits: limits)
    }

    /// A description of what keeps the request from being sent, or nil.
    var firstDefect: String? {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            return "\(place) is not an http: or https: URL"
        }
        guard let host = url.host, !host.isEmpty else {
            return "\(place) names no host"
        }
        if let refusal = EndpointPolicy.refusal(of: url, allowsInsecure: allowsInsecure) {
            return "\(place): \(refusal)"
        }
        guard limits.timeout > .zero else { return "the timeout of \(limits.timeout) leaves no time for an answer" }
        guard limits.bodyBytes >= 0 else { return "the body limit of \(limits.bodyBytes) bytes is negative" }
        return headers.firstDefect
    }

    /// The address without its query, which may identify a user, and without credentials: what a log may show.
    private var place: String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "the address" }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.string ?? "the address"
    }
}
