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
