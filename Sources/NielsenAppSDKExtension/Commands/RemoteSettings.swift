// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The SDK's configuration within the hub's configuration.
enum RemoteSettings {
    /// The reason why there is no configuration for the SDK.
    enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// No configuration has been set.
        case notConfigured
        /// The configuration of the app id was requested and has not been loaded yet.
        case loading(appID: String)
        /// The configuration of the app id could not be read; the text says why.
        case unreadable(String)
        /// The configuration has no settings for the extension on this platform.
        case noSettings(platform: String)

        var description: String {
            switch self {
            case .notConfigured:
                "There is no remote configuration. Call ACPCore.configure(withAppId:) first, or use a local configuration."
            case .loading(let appID):
                "The remote configuration of \(appID) has not arrived yet. Try again when the hub has told of it."
            case .unreadable(let why):
                "The remote configuration could not be read: \(why)"
            case .noSettings(let platform):
                "The remote configuration has no settings for this platform. Publish them under \"nielsen.\(platform)\"."
            }
        }
    }

    private static let prefix = "nielsen."
    private static let platforms: Set<String> = ["ios", "android"]

    /// Extracts the settings of a platform from a hub's configuration.
    ///
    /// - Throws: ``Problem`` if there are none.
    static func settings(of configuration: HubConfiguration, platform: String) throws(Problem) -> JSONObject {
        do throws(Problem) {
            return try settings(in: configuration.current, platform: platform)
        } catch {
            if case .unreadable = error { throw error }
            if let problem = configuration.problem { throw .unreadable("\(problem)") }
            let values = configuration.values
            if let appID = configuration.appID {
                guard !values.contains(where: isPublished) else { throw error }
                throw .loading(appID: appID)
            }
            // Values that the app itself sets, such as the privacy status, are not the configuration of a property.
            let isOfApp = values.allSatisfy { $0.origin == .programmatic && !$0.key.hasPrefix(prefix) }
            throw isOfApp ? .notConfigured : error
        }
    }

    private static func isPublished(_ value: ConfigurationValue) -> Bool {
        value.origin == .remote || value.origin == .cached
    }

    /// Extracts the settings of a platform from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The hub's configuration.
    ///   - platform: `ios` or `android`.
    /// - Returns: The object under `nielsen.<platform>`, or the keys `nielsen.appid` and so on without their prefix.
    /// - Throws: ``Problem`` if there is no configuration, no settings for the platform, or a value other than an
    ///   object.
    static func settings(in configuration: JSONObject, platform: String) throws(Problem) -> JSONObject {
        guard !configuration.isEmpty else { throw .notConfigured }
        if let settings = configuration[prefix + platform] {
            guard let object = settings.objectValue else {
                throw .unreadable("\"nielsen.\(platform)\" is \(settings.kindDescription); an object is needed.")
            }
            guard !object.isEmpty else { throw .noSettings(platform: platform) }
            return object
        }
        let flat = configuration.entries.filter { entry in
            entry.key.hasPrefix(prefix) && !platforms.contains(String(entry.key.dropFirst(prefix.count)))
        }
        guard !flat.isEmpty else { throw .noSettings(platform: platform) }
        return JSONObject(flat.map { (String($0.key.dropFirst(prefix.count)), $0.value) })
    }
}
