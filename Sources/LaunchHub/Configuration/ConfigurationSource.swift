// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where published configurations are: a base URL under which each app id is a file with `.json` behind it.
///
/// ```swift
/// let source = try ConfigurationSource(baseURL: URL(filePath: "RemoteConfig", directoryHint: .isDirectory))
/// source.url(for: try AppIdentifier("example-property/launch-EN-example-production"))
/// // file:///…/RemoteConfig/example-property/launch-EN-example-production.json
/// ```
public struct ConfigurationSource: Sendable, Hashable {
    /// The address that app ids are appended to.
    public let baseURL: URL

    /// Makes a source.
    ///
    /// - Parameter baseURL: `file:` with an absolute path, or `http:` or `https:` with a host; with or without a `/` at
    ///   its end. A query stays behind the path.
    /// - Throws: ``ConfigurationError/invalidBaseURL(_:detail:)``.
    public init(baseURL: URL) throws(ConfigurationError) {
        let baseURL = baseURL.absoluteURL
        switch baseURL.scheme?.lowercased() {
        case "file":
            guard baseURL.path.hasPrefix("/") else {
                throw .invalidBaseURL(baseURL.absoluteString, detail: "the path is not absolute; write file:///…")
            }
        case "http", "https":
            guard let host = baseURL.host, !host.isEmpty else {
                throw .invalidBaseURL(baseURL.absoluteString, detail: "it names no host")
            }
        case let scheme:
            throw .invalidBaseURL(
                baseURL.absoluteString,
                detail: "its scheme is \(scheme ?? "missing"); use file:, http: or https:"
            )
        }
        self.baseURL = baseURL
    }

    /// Makes a source of an address that the program itself writes and that is known to be good.
    init(trusted address: StaticString) {
        baseURL = URL(string: address.description) ?? URL(filePath: "/")
    }

    /// The address of an app id's configuration.
    ///
    /// - Parameter appID: The app id; it cannot lead out of the base URL.
    public func url(for appID: AppIdentifier) -> URL {
        baseURL.appending(path: appID.text + ".json", directoryHint: .notDirectory)
    }
}
