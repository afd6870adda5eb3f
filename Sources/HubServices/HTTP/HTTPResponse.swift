// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a server answered; any status counts as an answer.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body after decompression, within the limit of the request.
    public var body: Data
    /// Where the answer came from, after redirects.
    public var url: URL

    /// Makes an answer, for clients and for tests.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - body: The body after decompression.
    ///   - url: Where the answer came from, after redirects.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    /// True for the statuses 200 to 299.
    public var isSuccess: Bool { HTTPResponse.isSuccess(status) }

    /// How long the server asks to be left alone, where it says so in whole seconds under `Retry-After`.
    ///
    /// The date form of that field is not read: it needs the server's clock and ours to agree.
    public var retryAfter: Duration? {
        headers["Retry-After"].flatMap { UInt32($0) }.map { .seconds(Int64($0)) }
    }

    static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}
