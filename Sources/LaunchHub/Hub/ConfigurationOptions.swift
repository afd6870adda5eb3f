// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// Where a hub's configuration comes from and where it is kept.
public struct ConfigurationOptions: Sendable {
    /// Where published configurations are.
    public var source: ConfigurationSource
    /// The folder that keeps the last good published configuration; nil keeps none.
    public var cacheFolder: URL?
    /// What keeps the app id and the values that the app sets.
    public var store: any KeyValueStore
    /// Makes what asks servers; called when it is first needed.
    public var client: @Sendable () -> any HTTPClient

    /// Puts options together.
    ///
    /// - Parameters:
    ///   - source: Where published configurations are; a server on this machine by default.
    ///   - cacheFolder: The folder that keeps the last good published configuration; nil keeps none.
    ///   - store: What keeps the app id and the values that the app sets; by default nothing outlives the hub.
    ///   - client: Makes what asks servers.
    public init(
        source: ConfigurationSource = .loopback,
        cacheFolder: URL? = nil,
        store: any KeyValueStore = InMemoryKeyValueStore(),
        client: @escaping @Sendable () -> any HTTPClient = { SystemHTTPClient() }
    ) {
        self.source = source
        self.cacheFolder = cacheFolder
        self.store = store
        self.client = client
    }

    /// What the shared hub uses: a file and a cache in the app's own folder, see ``HubServices/AppFolder``.
    ///
    /// The environment variable `LAUNCH_HUB_CONFIGURATION_URL` names another base URL, for tests on a device.
    public static var ofApp: ConfigurationOptions {
        let folder = AppFolder.standard
        let named = ProcessInfo.processInfo.environment["LAUNCH_HUB_CONFIGURATION_URL"].flatMap(URL.init(string:))
        return ConfigurationOptions(
            source: named.flatMap { try? ConfigurationSource(baseURL: $0) } ?? .loopback,
            cacheFolder: folder.appending(path: "configuration", directoryHint: .isDirectory),
            store: FileKeyValueStore(file: folder.appending(path: "hub.json", directoryHint: .notDirectory))
        )
    }
}

extension ConfigurationSource {
    /// A server on this machine, as `launchhub serve` is one. No other host is asked unless somebody says so.
    public static let loopback = ConfigurationSource(trusted: "http://127.0.0.1:8642/")
}
