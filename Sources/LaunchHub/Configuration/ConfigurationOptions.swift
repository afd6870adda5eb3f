// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import HubServices

/// Where a hub's configuration comes from and where it is kept.
public struct ConfigurationOptions: Sendable {
    /// Where published configurations are.
    public var source: ConfigurationSource
    /// The reason why ``source`` is not the one that was named; nil if it is.
    ///
    /// While there is a problem nothing is fetched, because another place than the one that was meant must not be asked
    /// instead.
    public var sourceProblem: ConfigurationError?
    /// The folder that keeps the last good published configuration; nil keeps none.
    public var cacheFolder: URL?
    /// The folder that ``keep(in:)`` named, or nil.
    package private(set) var folder: URL?
    /// The store of the app id and the values that the app sets.
    package var store: any KeyValueStore
    /// The stores of extensions that keep values across launches.
    package var stores = HubStores()
    /// Makes the client that asks servers; called when it is first needed.
    package var client: @Sendable () -> any HTTPClient

    /// Makes options that keep neither the app id nor the values that the app sets; ``keep(in:)`` changes that.
    ///
    /// - Parameters:
    ///   - source: Where published configurations are; a server on this machine by default.
    ///   - cacheFolder: The folder that keeps the last good published configuration; nil keeps none.
    public init(source: ConfigurationSource = .loopback, cacheFolder: URL? = nil) {
        self.init(source: source, cacheFolder: cacheFolder, store: InMemoryKeyValueStore())
    }

    /// Makes options.
    package init(
        source: ConfigurationSource = .loopback,
        cacheFolder: URL? = nil,
        store: any KeyValueStore,
        client: @escaping @Sendable () -> any HTTPClient = { SystemHTTPClient() }
    ) {
        self.source = source
        self.cacheFolder = cacheFolder
        self.store = store
        self.client = client
    }

    /// The options of the shared hub: a file and a cache in the app's own folder, see `AppFolder` of HubServices.
    ///
    /// The environment variable `LAUNCH_HUB_CONFIGURATION_URL` names another base URL, for tests on a device; one that
    /// cannot be used is the outcome of each fetch, and nobody else is asked. `LAUNCH_HUB_FOLDER` names another folder,
    /// and keeps nothing at all where it is empty.
    public static var ofApp: ConfigurationOptions {
        ofApp(variables: ProcessRights.variables)
    }

    /// Returns the options of the shared hub of a process with the given environment variables.
    package static func ofApp(variables: [String: String]) -> ConfigurationOptions {
        var options = ConfigurationOptions()
        if let text = variables["LAUNCH_HUB_CONFIGURATION_URL"], !text.isEmpty {
            do throws(ConfigurationError) {
                guard let url = URL(string: text) else {
                    throw ConfigurationError(.invalidBaseURL(text, detail: "it is not a URL"))
                }
                options.source = try ConfigurationSource(baseURL: url)
            } catch {
                options.sourceProblem = error
            }
        }
        if let folder = AppFolder.current(variables: variables) { options.keep(in: folder) }
        return options
    }

    /// Keeps everything in a folder: the app id and the values that the app sets in `hub.json`, published
    /// configurations under `configuration`, and the values of extensions in files of their own.
    ///
    /// - Parameter folder: The folder, made when it is first needed. Processes may share one.
    public mutating func keep(in folder: URL) {
        self.folder = folder
        cacheFolder = KeptName.configuration.url(in: folder)
        stores = HubStores(folder: folder)
        let file = KeptName.hub.url(in: folder)
        let key = ConfigurationMemory.programmaticKey
        let choiceCopy = ChoiceCopy.inSettings(of: file) { values in
            let choices = (values[key]?.objectValue ?? [:]).filter { HubConfiguration.isPrivacyKey($0.key) }
            return choices.isEmpty ? [:] : [key: .object(JSONObject(choices.map { ($0.key, $0.value) }))]
        }
        store = FileKeyValueStore(file: file, doubledKeys: [key], choiceCopy: choiceCopy)
    }
}

extension ConfigurationSource {
    /// A server on this machine, such as `launchhub serve`; no other host is contacted unless it is set.
    public static let loopback = ConfigurationSource(trusted: "http://127.0.0.1:8642/")
}
