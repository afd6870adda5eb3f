// SPDX-License-Identifier: Apache-2.0

/// Why there is no answer of a server.
public enum HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request cannot be sent as it is; what is wrong with it.
    case invalidRequest(String)
    /// The answer was not complete within the request's timeout.
    case timedOut(after: Duration)
    /// The answer's body has more bytes than the request's limit.
    case bodyTooLarge(limit: Int)
    /// The answer's header fields have more bytes than a client puts up with.
    case headTooLarge(limit: Int)
    /// The answer is not HTTP, or ended within its header fields; what is wrong with it.
    case malformedAnswer(String)
    /// The connection ended before the whole body had come.
    case truncated(receivedBytes: Int, expectedBytes: Int64)
    /// The server redirected more often than the request's limit.
    case tooManyRedirects(limit: Int)
    /// The server redirected to where a request must not follow; the target.
    case redirectRefused(to: String)
    /// The caller called the request off.
    case cancelled
    /// The connection failed; what the system says.
    case connection(String)

    /// What happened, and what would help.
    public var description: String { VisibleText.line(text) }

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
            "the request was called off"
        case .connection(let detail):
            "the connection failed: \(detail)"
        }
    }
}
