// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a server answered; any status counts as an answer.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, within the limit of the request; an encoding that nobody asked for is left as it is on Linux.
    public var body: Data
    /// Where the answer came from, after redirects.
    public var url: URL

    /// Makes an answer, for clients and for tests.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - body: The body.
    ///   - url: Where the answer came from, after redirects.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    /// True for the statuses 200 to 299.
    public var isSuccess: Bool { HTTPResponse.isSuccess(status) }

    /// How long the server asks to be left alone, where it says so under `Retry-After`: in whole seconds, or as a date.
    ///
    /// A date is only read where the answer has a `Date` too, and is compared with that: the server's clock and ours need
    /// not agree.
    public var retryAfter: Duration? {
        guard let text = headers["Retry-After"]?.split(separator: " ", omittingEmptySubsequences: true) else {
            return nil
        }
        if text.count == 1, let seconds = UInt32(text[0]) { return .seconds(Int64(seconds)) }
        guard let until = HTTPDate.seconds(text.joined(separator: " ")),
            let now = headers["Date"].flatMap({ HTTPDate.seconds($0) })
        else { return nil }
        return .seconds(max(0, until - now))
    }

    static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}
