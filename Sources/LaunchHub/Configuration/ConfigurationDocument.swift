// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// What a server said by which a copy of its answer can be checked for being current.
public struct ConfigurationValidators: Sendable, Hashable {
    /// The answer's `ETag`.
    public let etag: String?
    /// The answer's `Last-Modified`, as the server spelled it.
    public let lastModified: String?

    /// Makes validators; text that could not be sent back in a header is left out.
    ///
    /// - Parameters:
    ///   - etag: The answer's `ETag`.
    ///   - lastModified: The answer's `Last-Modified`.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag.flatMap { HTTPHeaders.isPlainText($0) ? $0 : nil }
        self.lastModified = lastModified.flatMap { HTTPHeaders.isPlainText($0) ? $0 : nil }
    }

    /// Reads the validators of an answer.
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

/// A configuration that was fetched, whole and well-formed.
public struct ConfigurationDocument: Sendable, Hashable {
    /// The app id that it was published under.
    public let appID: AppIdentifier
    /// The address that it was asked for at.
    public let url: URL
    /// Its members.
    public let values: JSONObject
    /// What it can be checked by for being current.
    public let validators: ConfigurationValidators

    /// Makes a document.
    ///
    /// - Parameters:
    ///   - appID: The app id that it was published under.
    ///   - url: The address that it was asked for at.
    ///   - values: Its members.
    ///   - validators: What it can be checked by for being current.
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
