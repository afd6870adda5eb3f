// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// Where SDK configurations are: a folder or a server with one file an app id.
///
/// ```swift
/// var environment = NielsenEnvironment.default
/// environment.configurationSource = NielsenConfigurationSource(
///     baseURL: URL(filePath: "RemoteConfig/sdk", directoryHint: .isDirectory)
/// )
/// ```
public struct NielsenConfigurationSource: Sendable {
    /// What the name of a file is appended to; `file:`, `http:` or `https:`.
    public var baseURL: URL
    /// Where the last good configuration of each app id is kept; nil keeps none.
    public var cacheFolder: URL?
    /// Who asks servers.
    public var client: any HubHTTPClient
    /// When a server that did not answer is asked again.
    public var backoff: RetryBackoff
    /// The most bytes that a configuration may have.
    public var maximumBytes: Int
    /// Whether configurations may come from other machines by `http:`, where anybody on the way can change them. Without it
    /// such a server is not asked, and error 4 says why.
    public var allowsInsecure = false

    /// Describes a source.
    ///
    /// - Parameters:
    ///   - baseURL: What the name of a file is appended to; `file:`, `http:` or `https:`.
    ///   - cacheFolder: Where the last good configuration of each app id is kept; nil keeps none.
    ///   - client: Who asks servers.
    ///   - backoff: When a server that did not answer is asked again.
    ///   - maximumBytes: The most bytes that a configuration may have; more than ``NielsenConfiguration/maximumBytes`` are
    ///     never read.
    public init(
        baseURL: URL,
        cacheFolder: URL? = nil,
        client: any HubHTTPClient = SystemHTTPClient(),
        backoff: RetryBackoff = RetryBackoff(),
        maximumBytes: Int = NielsenConfiguration.maximumBytes
    ) {
        self.baseURL = baseURL
        self.cacheFolder = cacheFolder
        self.client = client
        self.backoff = backoff
        self.maximumBytes = maximumBytes
    }

    /// The address of an app id's configuration.
    ///
    /// - Parameter appid: The app id.
    /// - Returns: nil where the id has characters that could lead elsewhere: letters, digits, `-`, `_` and `.` are
    ///   accepted, the latter not in the first place.
    public func url(for appid: String) -> URL? {
        let isSafe = appid.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-_.".utf8.contains(byte)
        }
        guard isSafe, !appid.isEmpty, !appid.hasPrefix("."), appid.utf8.count <= 128 else { return nil }
        return baseURL.appending(path: appid + ".json", directoryHint: .notDirectory)
    }
}
