// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Why a configuration could not be loaded; the one in force before stays in force.
public enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The app id is none; what is wrong with it.
    case invalidAppID(AppIdentifierError)
    /// The address that configurations are fetched from is none; what is wrong with it.
    case invalidBaseURL(String, detail: String)
    /// A file cannot be read; its path and what the system says.
    case unreadableFile(path: String, detail: String)
    /// The text is not JSON; its URL or path and what the parser says.
    case malformedJSON(location: String, detail: String)
    /// The text is JSON but not an object; its URL or path and what it is instead.
    case notAnObject(location: String, kind: String)
    /// There are more bytes than the limit; the URL or path and the limit.
    case tooLarge(location: String, limit: Int)
    /// The server answered with a status that brings no configuration, and may ask to be left alone for a while.
    case httpStatus(Int, url: String, retryAfter: Duration?)
    /// There is no complete answer of the server; why.
    case network(url: String, HTTPError)
    /// The text is an empty object, which no property publishes; its URL.
    case empty(location: String)
    /// Another app id or another base was set before the configuration of this one had come.
    case superseded(AppIdentifier)

    /// Whether the same request may well succeed later, so that it is tried again.
    ///
    /// Text that is not a configuration counts: networks with a login page answer every request with that page.
    public var isTransient: Bool {
        switch self {
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

    /// How long the server asks to be left alone, where it does.
    public var retryAfter: Duration? {
        guard case .httpStatus(_, _, let retryAfter) = self else { return nil }
        return retryAfter
    }

    /// What was wrong, where, and what would be right.
    public var description: String { VisibleText.line(text) }

    private var text: String {
        switch self {
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
