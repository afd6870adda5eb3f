// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

/// The source of published configurations: a base URL below which each app id has a `.json` file.
///
/// ```swift
/// let source = try ConfigurationSource(baseURL: URL(filePath: "RemoteConfig", directoryHint: .isDirectory))
/// hub.configuration.use(source)
/// hub.configuration.configure(withAppID: "example-property/launch-EN-example-production")
/// // reads RemoteConfig/example-property/launch-EN-example-production.json
/// ```
public struct ConfigurationSource: Sendable, Hashable {
    /// The URL that app ids are appended to.
    public let baseURL: URL
    /// Whether configurations may be fetched from other machines by `http:`, so that anyone on the network path can
    /// change them.
    public let allowsInsecure: Bool

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - baseURL: `file:` with an absolute path, `https:` with a host, or `http:` with this machine as its host; a
    ///     trailing `/` is optional. A query stays behind the path.
    ///   - allowsInsecure: Whether `http:` is allowed with any host, for tests in trusted networks.
    /// - Throws: ``ConfigurationError`` of the code `invalidBaseURL` if the URL does not have this form.
    public init(baseURL: URL, allowsInsecure: Bool = false) throws(ConfigurationError) {
        let baseURL = baseURL.absoluteURL
        switch baseURL.scheme?.lowercased() {
        case "file":
            guard baseURL.path.hasPrefix("/") else {
                throw ConfigurationError(
                    .invalidBaseURL(baseURL.absoluteString, detail: "the path is not absolute; write file:///…")
                )
            }
        case "http", "https":
            guard let host = baseURL.host, !host.isEmpty else {
                throw ConfigurationError(.invalidBaseURL(baseURL.absoluteString, detail: "it names no host"))
            }
            if let refusal = EndpointPolicy.refusal(of: baseURL, allowsInsecure: allowsInsecure) {
                throw ConfigurationError(.invalidBaseURL(baseURL.absoluteString, detail: refusal))
            }
        case let scheme:
            throw ConfigurationError(
                .invalidBaseURL(
                    baseURL.absoluteString,
                    detail: "its scheme is \(scheme ?? "missing"); use file:, http: or https:"
                )
            )
        }
        self.baseURL = baseURL
        self.allowsInsecure = allowsInsecure
    }

    /// Makes a source from a URL that is part of the program and known to be valid.
    init(trusted address: StaticString) {
        allowsInsecure = false
        baseURL = URL(string: address.description) ?? URL(filePath: "/")
    }

    /// Returns the URL of an app id's configuration.
    ///
    /// - Parameter appID: The app id, which cannot lead out of the base URL.
    /// - Returns: `<app id>.json` below the base URL.
    package func url(for appID: AppIdentifier) -> URL {
        baseURL.appending(path: appID.text + ".json", directoryHint: .notDirectory)
    }

    /// The base as a folder that relative addresses begin in.
    var folder: URL { baseURL.appending(path: "", directoryHint: .isDirectory) }
}
