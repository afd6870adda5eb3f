// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// The source of SDK configurations: a folder or server with one file for each app id.
///
/// ```swift
/// var environment = NielsenEnvironment.default
/// environment.configurationSource = NielsenConfigurationSource(
///     baseURL: URL(filePath: "RemoteConfig/sdk", directoryHint: .isDirectory)
/// )
/// ```
public struct NielsenConfigurationSource: Sendable {
    /// The URL to which file names are appended; `file:`, `http:` or `https:`.
    public var baseURL: URL
    /// The folder for the last valid configuration of each app id; nil disables the cache.
    public var cacheFolder: URL?
    /// The client for requests to servers.
    package var client: any HTTPClient
    /// The delay before a server that did not respond is asked again.
    package var backoff: RetryBackoff
    /// The largest size of a configuration, in bytes.
    public var maximumBytes: Int
    /// Whether configurations may be fetched from other machines by `http:`, so that anyone on the network path can
    /// change them.
    ///
    /// If false, such a server is not asked, and error 4 gives the reason.
    public var allowsInsecure = false

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - baseURL: The URL to which file names are appended; `file:`, `http:` or `https:`.
    ///   - cacheFolder: The folder for the last valid configuration of each app id; nil disables the cache.
    ///   - client: The client for requests to servers, which may trust authorities of its own.
    ///   - maximumBytes: The largest size of a configuration, in bytes; more than ``NielsenConfiguration/maximumBytes``
    ///     are never read.
    public init(
        baseURL: URL,
        cacheFolder: URL? = nil,
        client: SystemHTTPClient = SystemHTTPClient(),
        maximumBytes: Int = NielsenConfiguration.maximumBytes
    ) {
        let client: any HTTPClient = client
        self.init(baseURL: baseURL, cacheFolder: cacheFolder, client: client, maximumBytes: maximumBytes)
    }

    /// Makes a source that is asked through any client.
    package init(
        baseURL: URL,
        cacheFolder: URL? = nil,
        client: any HTTPClient,
        backoff: RetryBackoff = RetryBackoff(),
        maximumBytes: Int = NielsenConfiguration.maximumBytes
    ) {
        self.baseURL = baseURL
        self.cacheFolder = cacheFolder
        self.client = client
        self.backoff = backoff
        self.maximumBytes = maximumBytes
    }

    /// Returns the URL of an app id's configuration.
    ///
    /// - Parameter appid: The app id.
    /// - Returns: The URL, or nil if the id has characters that could lead elsewhere: only letters, digits, `-`, `_`
    ///   and `.` are accepted, the last not as the first character.
    public func url(for appid: String) -> URL? {
        let isSafe = appid.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-_.".utf8.contains(byte)
        }
        guard isSafe, !appid.isEmpty, !appid.hasPrefix("."), appid.utf8.count <= 128 else { return nil }
        return baseURL.appending(path: appid + ".json", directoryHint: .notDirectory)
    }
}
