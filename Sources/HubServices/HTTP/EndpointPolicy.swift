// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The permitted endpoints: any by https, and only this machine by http.
///
/// Collectors, configurations, pages and redirects follow this one rule. Whoever needs another endpoint, such as a test
/// server in a laboratory, says so with an option that has the name `allowsInsecure` wherever it is.
package enum EndpointPolicy {
    /// Explains why a URL may not be used as an endpoint.
    ///
    /// - Parameters:
    ///   - url: The URL, `http:` or `https:`.
    ///   - allowsInsecure: Whether plain `http:` may leave this machine.
    /// - Returns: A sentence for logs and errors, or nil if the URL is allowed.
    package static func refusal(of url: URL, allowsInsecure: Bool) -> String? {
        guard !allowsInsecure, url.scheme?.lowercased() == "http", !url.isLoopback else { return nil }
        return "http: to another machine can be read and changed on its way; use https:, or allowsInsecure"
    }
}
