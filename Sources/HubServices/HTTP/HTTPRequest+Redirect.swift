// SPDX-License-Identifier: Apache-2.0

import Foundation

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
