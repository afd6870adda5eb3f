// SPDX-License-Identifier: Apache-2.0

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
