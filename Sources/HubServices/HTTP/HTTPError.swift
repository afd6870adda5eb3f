// SPDX-License-Identifier: Apache-2.0

/// The reason why there is no response.
package enum HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request is not valid; the value says why.
    case invalidRequest(String)
    /// The response was not complete within the timeout of the request.
    case timedOut(after: Duration)
    /// The body of the response exceeds the limit of the request.
    case bodyTooLarge(limit: Int)
    /// The header fields of the response exceed the limit of the client.
    case headTooLarge(limit: Int)
    /// The response is not HTTP, or ended within its header fields; the value says why.
    case malformedAnswer(String)
    /// The connection ended before the complete body was received.
    case truncated(receivedBytes: Int, expectedBytes: Int64)
    /// The server redirected more often than the request's limit.
    case tooManyRedirects(limit: Int)
    /// The server redirected to a URL that a request must not follow; the value is that URL.
    case redirectRefused(to: String)
    /// The caller cancelled the request.
    case cancelled
    /// The connection failed; the value is the system's reason.
    case connection(String)

    /// A description of what happened and what would help.
    package var description: String { VisibleText.line(text) }

    private var text: String {
        switch self {
        case .invalidRequest(let detail):
            "the request cannot be sent: \(detail)"
        case .timedOut(let duration):
            "no complete answer came within \(duration.inSeconds) s; check the network or allow more time"
        case .bodyTooLarge(let limit):
            "the answer is larger than the limit of \(limit) bytes and was cut off"
        case .headTooLarge(let limit):
            "the answer's header fields are larger than the limit of \(limit) bytes"
        case .malformedAnswer(let detail):
            "the answer is not well-formed HTTP: \(detail)"
        case .truncated(let received, let expected):
            "the connection ended after \(received) of \(expected) bytes; ask again"
        case .tooManyRedirects(let limit):
            "the server redirected more than \(limit) times; ask for the final address"
        case .redirectRefused(let target):
            "the server redirected to \(target); only https: is followed, and http: within this machine or where "
                + "allowsInsecure is set, never from https:"
        case .cancelled:
            "the request was cancelled"
        case .connection(let detail):
            "the connection failed: \(detail)"
        }
    }
}
