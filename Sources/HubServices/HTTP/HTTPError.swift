// SPDX-License-Identifier: Apache-2.0

/// The reason why there is no response.
///
/// A client of the app's own makes one with a function such as ``timedOut(after:)``.
package struct HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
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
    }

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    ///
    /// - Parameter reason: The reason with its values.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    package var code: HubErrorCode<HTTPError> {
        switch reason {
        case .invalidRequest: .invalidRequest
        case .timedOut: .timedOut
        case .bodyTooLarge: .bodyTooLarge
        case .headTooLarge: .headTooLarge
        case .malformedAnswer: .malformedAnswer
        case .truncated: .truncated
        case .tooManyRedirects: .tooManyRedirects
        case .redirectRefused: .redirectRefused
        case .cancelled: .cancelled
        case .connection: .connection
        }
    }

    /// A description of what happened and what would help.
    package var description: String { VisibleText.line(text) }

    private var text: String {
        switch reason {
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

/// The errors that a client of the app makes.
extension HTTPError {
    /// Returns the error of a request that is not valid.
    ///
    /// - Parameter detail: What is wrong with it.
    /// - Returns: The error.
    package static func invalidRequest(_ detail: String) -> HTTPError { HTTPError(.invalidRequest(detail)) }

    /// Returns the error of a response that was not complete in time.
    ///
    /// - Parameter timeout: The timeout of the request.
    /// - Returns: The error.
    package static func timedOut(after timeout: Duration) -> HTTPError { HTTPError(.timedOut(after: timeout)) }

    /// Returns the error of a body that is too large.
    ///
    /// - Parameter limit: The limit of the request, in bytes.
    /// - Returns: The error.
    package static func bodyTooLarge(limit: Int) -> HTTPError { HTTPError(.bodyTooLarge(limit: limit)) }

    /// Returns the error of header fields that are too large.
    ///
    /// - Parameter limit: The limit of the client, in bytes.
    /// - Returns: The error.
    package static func headTooLarge(limit: Int) -> HTTPError { HTTPError(.headTooLarge(limit: limit)) }

    /// Returns the error of a response that is not HTTP, or ended within its header fields.
    ///
    /// - Parameter detail: What is wrong with it.
    /// - Returns: The error.
    package static func malformedAnswer(_ detail: String) -> HTTPError { HTTPError(.malformedAnswer(detail)) }

    /// Returns the error of a connection that ended before the complete body was received.
    ///
    /// - Parameters:
    ///   - receivedBytes: The bytes of the body that were received.
    ///   - expectedBytes: The bytes of the body that the header fields promised.
    /// - Returns: The error.
    package static func truncated(receivedBytes: Int, expectedBytes: Int64) -> HTTPError {
        HTTPError(.truncated(receivedBytes: receivedBytes, expectedBytes: expectedBytes))
    }

    /// Returns the error of too many redirections.
    ///
    /// - Parameter limit: The limit of the request.
    /// - Returns: The error.
    package static func tooManyRedirects(limit: Int) -> HTTPError { HTTPError(.tooManyRedirects(limit: limit)) }

    /// Returns the error of a redirection to a URL that a request must not follow.
    ///
    /// - Parameter target: The URL.
    /// - Returns: The error.
    package static func redirectRefused(to target: String) -> HTTPError { HTTPError(.redirectRefused(to: target)) }

    /// The error of a request that the caller cancelled.
    package static let cancelled = HTTPError(.cancelled)

    /// Returns the error of a connection that failed.
    ///
    /// - Parameter detail: The reason that the system gives.
    /// - Returns: The error.
    package static func connection(_ detail: String) -> HTTPError { HTTPError(.connection(detail)) }
}

extension HubErrorCode where Failure == HTTPError {
    /// The request is not valid.
    package static var invalidRequest: Self { Self("invalidRequest") }
    /// The response was not complete within the timeout of the request.
    package static var timedOut: Self { Self("timedOut") }
    /// The body of the response exceeds the limit of the request.
    package static var bodyTooLarge: Self { Self("bodyTooLarge") }
    /// The header fields of the response exceed the limit of the client.
    package static var headTooLarge: Self { Self("headTooLarge") }
    /// The response is not HTTP, or ended within its header fields.
    package static var malformedAnswer: Self { Self("malformedAnswer") }
    /// The connection ended before the complete body was received.
    package static var truncated: Self { Self("truncated") }
    /// The server redirected more often than the request's limit.
    package static var tooManyRedirects: Self { Self("tooManyRedirects") }
    /// The server redirected to a URL that a request must not follow.
    package static var redirectRefused: Self { Self("redirectRefused") }
    /// The caller cancelled the request.
    package static var cancelled: Self { Self("cancelled") }
    /// The connection failed.
    package static var connection: Self { Self("connection") }
}
