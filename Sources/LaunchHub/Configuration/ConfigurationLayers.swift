// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The configuration of a hub in layers: programmatic values over remote, cached and bundled ones.
///
/// A value type without I/O: the hub owns one, updates it with calls of the app and reports of
/// its loader, and publishes ``resolved()`` when a change has an effect.
///
/// ```swift
/// var layers = ConfigurationLayers()
/// layers.programmatic["global.privacy"] = "optedin"
/// layers.value(forKey: "global.privacy")?.origin  // .programmatic
/// ```
///
/// The strongest layer that has a value for a key decides, whether it holds it under the key itself or under a name for
/// the environment; only top-level keys have such names. `null` in a file or a response is a value like any other.
package struct ConfigurationLayers: Sendable, Hashable {
    /// The app id that the remote and cached values belong to.
    ///
    /// Those of another app id are removed immediately: with the settings of the wrong property an app would report to
    /// the wrong place, which is worse than waiting.
    package var appID: AppIdentifier? {
        didSet {
            guard appID != oldValue else { return }
            remote = nil
            cached = nil
        }
    }
    /// The values that the app has set, as `updateConfiguration` does.
    package var programmatic: JSONObject
    private var remote: JSONObject?
    private var cached: JSONObject?
    /// The members of the app's own file, as `configureWithFile(inPath:)` reads it.
    package var bundled: JSONObject

    /// Makes layers.
    ///
    /// - Parameters:
    ///   - appID: The app id that was set at an earlier launch, if any.
    ///   - programmatic: The values that the app set at earlier launches.
    ///   - bundled: The values in the app's own file.
    package init(
        appID: AppIdentifier? = nil,
        programmatic: JSONObject = JSONObject(),
        bundled: JSONObject = JSONObject()
    ) {
        self.appID = appID
        self.programmatic = programmatic
        self.bundled = bundled
    }
}

// MARK: - Reading

extension ConfigurationLayers {
    /// Returns the members of one layer, unchanged.
    ///
    /// - Parameter origin: The layer.
    /// - Returns: Its members, prefixed names included; empty if nothing was set.
    package func layer(_ origin: ConfigurationOrigin) -> JSONObject {
        switch origin {
        case .bundled: bundled
        case .cached: cached ?? JSONObject()
        case .remote: remote ?? JSONObject()
        case .programmatic: programmatic
        }
    }

    /// The environment that `build.environment` names; production if it is missing or unknown.
    package var environment: ConfigurationEnvironment {
        for origin in ConfigurationOrigin.allCases.reversed() {
            guard let value = layer(origin)[ConfigurationEnvironment.key] else { continue }
            return value.stringValue.flatMap { ConfigurationEnvironment(name: $0) } ?? .production
        }
        return .production
    }

    /// Returns the effective value of a key.
    ///
    /// - Parameter key: A plain key, such as `global.privacy`; a prefixed name such as `__dev__global.privacy` is not a
    ///   key and gives nil.
    /// - Returns: The value with its origin, or nil if no layer has one.
    package func value(forKey key: String) -> ConfigurationValue? {
        value(forKey: key, in: environment)
    }

    private func value(forKey key: String, in environment: ConfigurationEnvironment) -> ConfigurationValue? {
        guard ConfigurationEnvironment.key(standingBehind: key) == nil else { return nil }
        let spellings = environment.spellings(of: key)
        for origin in ConfigurationOrigin.allCases.reversed() {
            let members = layer(origin)
            for spelling in spellings {
                guard let value = members[spelling] else { continue }
                return ConfigurationValue(key: key, value: value, origin: origin, spelling: spelling)
            }
        }
        return nil
    }

    /// Returns every effective value with its origin, sorted by key.
    ///
    /// - Returns: One entry for each key that has a value in the present ``environment``.
    package func values() -> [ConfigurationValue] {
        let environment = environment
        var keys = Set<String>()
        for origin in ConfigurationOrigin.allCases {
            for entry in layer(origin) {
                keys.insert(ConfigurationEnvironment.key(standingBehind: entry.key) ?? entry.key)
            }
        }
        return keys.sorted().compactMap { value(forKey: $0, in: environment) }
    }

    /// Returns the configuration as extensions see it: one plain key for each effective value, sorted by key.
    ///
    /// - Returns: The effective values, without their origins.
    package func resolved() -> JSONObject {
        JSONObject(values().map { ($0.key, $0.value) })
    }
}

// MARK: - Changing

extension ConfigurationLayers {
    /// Applies a report of a ``ConfigurationLoader``.
    ///
    /// Values of an app id that is no longer set are dropped. A remote document replaces the cached one, which is only
    /// an older copy of it: a key that was deleted on the server must not reappear.
    ///
    /// - Parameter report: A report; reports must be applied in the order in which the loader makes them.
    /// - Returns: Whether anything changed.
    @discardableResult
    package mutating func apply(_ report: ConfigurationReport) -> Bool {
        let before = self
        switch report {
        case .selected(let appID, _, let document):
            self.appID = appID
            if let document, document.appID == appID, remote == nil { cached = document.values }
        case .loaded(let document, _) where document.appID == appID:
            remote = document.values
            cached = nil
        case .loaded, .failed, .superseded:
            return false
        }
        return self != before
    }
}
