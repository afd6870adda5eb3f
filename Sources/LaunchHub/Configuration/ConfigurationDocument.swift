// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// The validators of a response, by which a server can tell whether a copy is current.
public struct ConfigurationValidators: Sendable, Hashable {
    /// The `ETag` of the response.
    public let etag: String?
    /// The `Last-Modified` of the response, as the server spelled it.
    public let lastModified: String?

    /// Makes validators; text that cannot be sent in a header is left out.
    ///
    /// - Parameters:
    ///   - etag: The `ETag` of the response.
    ///   - lastModified: The `Last-Modified` of the response.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag.flatMap { HTTPHeaders.isPlainText($0) ? $0 : nil }
        self.lastModified = lastModified.flatMap { HTTPHeaders.isPlainText($0) ? $0 : nil }
    }

    /// Reads the validators of a response.
    init(of response: HTTPResponse) {
        self.init(etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"])
    }

    /// The header fields that make a request conditional.
    var requestHeaders: HTTPHeaders {
        var headers = HTTPHeaders()
        headers["If-None-Match"] = etag
        headers["If-Modified-Since"] = lastModified
        return headers
    }
}

/// A configuration that was fetched, complete and well-formed.
public struct ConfigurationDocument: Sendable, Hashable {
    /// The app id under which it was published.
    public let appID: AppIdentifier
    /// The URL from which it was requested.
    public let url: URL
    /// The members of the configuration.
    public let values: JSONObject
    /// The validators for checking whether it is current.
    public let validators: ConfigurationValidators

    /// Makes a document.
    ///
    /// - Parameters:
    ///   - appID: The app id under which it was published.
    ///   - url: The URL from which it was requested.
    ///   - values: The members of the configuration.
    ///   - validators: The validators for checking whether it is current.
    public init(
        appID: AppIdentifier,
        url: URL,
        values: JSONObject,
        validators: ConfigurationValidators = ConfigurationValidators()
    ) {
        self.appID = appID
        self.url = url
        self.values = values
        self.validators = validators
    }
}
