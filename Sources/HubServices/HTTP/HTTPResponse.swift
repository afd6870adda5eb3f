// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A response of a server, with any status.
package struct HTTPResponse: Sendable, Hashable {
    /// The status code, 100 to 599.
    package var status: Int
    package var headers: HTTPHeaders
    /// The body, within the limit of the request; a content encoding that was not requested is left undecoded on Linux.
    package var body: Data
    /// The URL of the response, after redirects.
    package var url: URL

    /// Makes a response, for clients and tests.
    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    /// Whether the status is 200 to 299.
    package var isSuccess: Bool { HTTPResponse.isSuccess(status) }

    /// The delay that the server requests with `Retry-After`, in whole seconds or as a date, or nil.
    ///
    /// A date is only used if the response also has a `Date`, and is compared with that, because the clocks of server
    /// and client need not agree.
    package var retryAfter: Duration? {
        guard let text = headers["Retry-After"]?.split(separator: " ", omittingEmptySubsequences: true) else {
            return nil
        }
        if text.count == 1, text[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // However many digits: whoever asks for more than anybody waits is not to be taken for one who asks for nothing.
            return .seconds(UInt32(text[0]) ?? .max)
        }
        guard let until = HTTPDate.seconds(text.joined(separator: " ")),
            let now = headers["Date"].flatMap({ HTTPDate.seconds($0) })
        else { return nil }
        return .seconds(max(0, until - now))
    }

    static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}

/// The validators of a response, by which a server can tell whether a copy is current.
package struct HTTPValidators: Sendable, Hashable {
    /// The `ETag` of the response.
    package let etag: String?
    /// The `Last-Modified` of the response, as the server spelled it.
    package let lastModified: String?

    /// Makes validators; text that cannot be sent in a header is left out.
    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag.flatMap { HTTPHeaders.isPlainText($0) ? $0 : nil }
        self.lastModified = lastModified.flatMap { HTTPHeaders.isPlainText($0) ? $0 : nil }
    }

    /// Reads the validators of a response.
    package init(of response: HTTPResponse) {
        self.init(etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"])
    }

    /// Whether there are none, so that no server can say that a copy is current.
    package var isEmpty: Bool { etag == nil && lastModified == nil }

    /// The header fields that make a request conditional.
    package var requestHeaders: HTTPHeaders {
        var headers = HTTPHeaders()
        headers["If-None-Match"] = etag
        headers["If-Modified-Since"] = lastModified
        return headers
    }
}

/// The form in caches.
extension HTTPValidators {
    /// Reads validators from the entry of a cache.
    package init(entry: JSONObject) {
        self.init(etag: entry["etag"]?.stringValue, lastModified: entry["lastModified"]?.stringValue)
    }

    /// Adds the validators to the entry of a cache.
    package func add(to entry: inout JSONObject) {
        entry["etag"] = etag.map { .string($0) }
        entry["lastModified"] = lastModified.map { .string($0) }
    }
}
