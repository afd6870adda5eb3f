// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The reason why a configuration could not be loaded; the previous one stays in effect.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        /// The app id is not valid; the value says why.
        case invalidAppID(AppIdentifierError)
        /// The base URL of configurations is not valid; the values are the URL and the reason.
        case invalidBaseURL(String, detail: String)
        /// A file cannot be read; the values are its path and the system's reason.
        case unreadableFile(path: String, detail: String)
        /// The text is not JSON; the values are its URL or path and the parser's reason.
        case malformedJSON(location: String, detail: String)
        /// The text is JSON but not an object; the values are its URL or path and its type.
        case notAnObject(location: String, kind: String)
        /// The data exceeds the size limit; the values are the URL or path and the limit in bytes.
        case tooLarge(location: String, limit: Int)
        /// The server responded with a status other than success, possibly with a time to wait before the next request.
        case httpStatus(Int, url: String, retryAfter: Duration?)
        /// There is no complete response; the error says why.
        case network(url: String, HTTPError)
        /// The configuration is an empty object, which no property publishes; the value is its URL.
        case empty(location: String)
        /// Another app id or base URL was set before this configuration was loaded.
        case superseded(AppIdentifier)
    }

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    public var code: HubErrorCode<ConfigurationError> {
        switch reason {
        case .invalidAppID: .invalidAppID
        case .invalidBaseURL: .invalidBaseURL
        case .unreadableFile: .unreadableFile
        case .malformedJSON: .malformedJSON
        case .notAnObject: .notAnObject
        case .tooLarge: .tooLarge
        case .httpStatus: .httpStatus
        case .network: .network
        case .empty: .empty
        case .superseded: .superseded
        }
    }

    /// Whether the same request may succeed later, so that it is retried.
    ///
    /// Text that is not a configuration counts as transient, because networks with a login page respond to every
    /// request with that page.
    public var isTransient: Bool {
        switch reason {
        case .invalidAppID, .invalidBaseURL, .unreadableFile, .tooLarge, .superseded: false
        case .malformedJSON, .notAnObject, .empty: true
        case .httpStatus(let status, _, _): status >= 500 || [304, 408, 425, 429].contains(status)
        case .network(_, let error):
            switch error {
            case .invalidRequest, .bodyTooLarge, .headTooLarge, .cancelled: false
            case .timedOut, .truncated, .malformedAnswer, .tooManyRedirects, .redirectRefused, .connection: true
            }
        }
    }

    /// The time that the server asks to wait before the next request; nil if it does not.
    public var retryAfter: Duration? {
        guard case .httpStatus(_, _, let retryAfter) = reason else { return nil }
        return retryAfter
    }

    /// A description of what is wrong, where, and what would be right.
    public var description: String { VisibleText.line(text) }

    private var text: String {
        switch reason {
        case .invalidAppID(let error):
            error.description
        case .invalidBaseURL(let url, let detail):
            "configurations cannot be fetched from \(url): \(detail)"
        case .unreadableFile(let path, let detail):
            "the configuration file \(path) cannot be read: \(detail)"
        case .malformedJSON(let location, let detail):
            "the configuration at \(location) is not well-formed JSON: \(detail)"
        case .notAnObject(let location, let kind):
            "the configuration at \(location) is \(kind); a JSON object such as {\"key\":\"value\"} is needed"
        case .tooLarge(let location, let limit):
            "the configuration at \(location) is larger than the limit of \(limit) bytes; publish less or raise the limit"
        case .httpStatus(let status, let url, _):
            "\(url) answered with status \(status); \(ConfigurationError.advice(for: status))"
        case .network(let url, let error):
            "\(url) could not be fetched: \(error)"
        case .empty(let location):
            "the configuration at \(location) is an empty object; publish the property's library once more"
        case .superseded(let appID):
            "the configuration of \(appID) is not waited for any more: another app id or base was set meanwhile"
        }
    }

    private static func advice(for status: Int) -> String {
        switch status {
        case 401, 403: "the server keeps it from the public; check its access rules"
        case 404, 410: "check the app id, and that its library was built and published"
        case 500...: "the server failed; it is asked again later"
        default: "200 with a JSON object is needed"
        }
    }
}

extension HubErrorCode where Failure == ConfigurationError {
    /// The app id is not valid.
    public static var invalidAppID: Self { Self("invalidAppID") }
    /// The base URL of configurations is not valid.
    public static var invalidBaseURL: Self { Self("invalidBaseURL") }
    /// A file cannot be read.
    public static var unreadableFile: Self { Self("unreadableFile") }
    /// The text is not JSON.
    public static var malformedJSON: Self { Self("malformedJSON") }
    /// The text is JSON but not an object.
    public static var notAnObject: Self { Self("notAnObject") }
    /// The data exceeds the size limit.
    public static var tooLarge: Self { Self("tooLarge") }
    /// The server responded with a status other than success.
    public static var httpStatus: Self { Self("httpStatus") }
    /// There is no complete response.
    public static var network: Self { Self("network") }
    /// The configuration is an empty object, which no property publishes.
    public static var empty: Self { Self("empty") }
    /// Another app id or base URL was set before this configuration was loaded.
    public static var superseded: Self { Self("superseded") }
}
