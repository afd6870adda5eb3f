// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The configuration of a hub: programmatic values over remote over cached over bundled ones, origins kept.
///
/// A value type without I/O: the hub owns one, feeds it from the app's calls and from a ``ConfigurationLoader``, and
/// publishes ``resolved(environment:)`` where a change says that there is something new.
///
/// ```swift
/// var layers = ConfigurationLayers()
/// layers.updateProgrammatic(["global.privacy": "optedin"])
/// layers.value(forKey: "global.privacy")?.origin  // .programmatic
/// ```
///
/// The strongest layer that has a value for a key decides, whether it holds it plainly or as a stand-in for the
/// environment; only top-level keys have stand-ins. `null` in a file or an answer is a value like others.
public struct ConfigurationLayers: Sendable, Hashable {
    /// The app id whose remote and cached values these are.
    public private(set) var appID: AppIdentifier?
    private var programmatic: JSONObject
    private var remote: JSONObject?
    private var cached: JSONObject?
    private var bundled: JSONObject

    /// Makes layers.
    ///
    /// - Parameters:
    ///   - appID: The app id that was set in an earlier run, where one was.
    ///   - programmatic: What the app set in earlier runs.
    ///   - bundled: What the app carries.
    public init(
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
    /// What one layer holds, as it was given.
    ///
    /// - Parameter origin: The layer.
    /// - Returns: Its members, prefixed names included; empty where nothing was set.
    public func layer(_ origin: ConfigurationOrigin) -> JSONObject {
        switch origin {
        case .bundled: bundled
        case .cached: cached ?? JSONObject()
        case .remote: remote ?? JSONObject()
        case .programmatic: programmatic
        }
    }

    /// The environment that `build.environment` names; production where it is absent or not a known name.
    public var environment: ConfigurationEnvironment {
        for origin in ConfigurationOrigin.allCases.reversed() {
            guard let value = layer(origin)[ConfigurationEnvironment.key] else { continue }
            return value.stringValue.flatMap { ConfigurationEnvironment(name: $0) } ?? .production
        }
        return .production
    }

    /// The value that counts for a key.
    ///
    /// - Parameters:
    ///   - key: A plain key, such as `global.privacy`; a name such as `__dev__global.privacy` is none and gives nil.
    ///   - environment: Whose stand-ins count; nil for ``environment``.
    /// - Returns: The value with its origin, or nil where no layer has one.
    public func value(forKey key: String, environment: ConfigurationEnvironment? = nil) -> ConfigurationValue? {
        guard ConfigurationEnvironment.key(standingBehind: key) == nil else { return nil }
        let spellings = (environment ?? self.environment).spellings(of: key)
        for origin in ConfigurationOrigin.allCases.reversed() {
            let members = layer(origin)
            for spelling in spellings {
                guard let value = members[spelling] else { continue }
                return ConfigurationValue(key: key, value: value, origin: origin, spelling: spelling)
            }
        }
        return nil
    }

    /// Every value that counts, with its origin, sorted by key.
    ///
    /// - Parameter environment: Whose stand-ins count; nil for ``environment``.
    /// - Returns: One entry a key that has a value in this environment.
    public func values(environment: ConfigurationEnvironment? = nil) -> [ConfigurationValue] {
        let environment = environment ?? self.environment
        var keys = Set<String>()
        for origin in ConfigurationOrigin.allCases {
            for entry in layer(origin) {
                keys.insert(ConfigurationEnvironment.key(standingBehind: entry.key) ?? entry.key)
            }
        }
        return keys.sorted().compactMap { value(forKey: $0, environment: environment) }
    }

    /// Returns the configuration as extensions see it: one plain key for each effective value, sorted by key.
    ///
    /// - Parameter environment: The environment whose variants of a key apply; nil for ``environment``.
    /// - Returns: The effective values, without their origins.
    public func resolved(environment: ConfigurationEnvironment? = nil) -> JSONObject {
        JSONObject(values(environment: environment).lazy.map { ($0.key, $0.value) })
    }
}

// MARK: - Changing

extension ConfigurationLayers {
    /// Sets programmatic values, as `updateConfiguration` does; those not named stay.
    ///
    /// - Parameter values: Names and values; `null` takes a programmatic value back, so that the layers below show again.
    /// - Returns: Whether anything is different now.
    @discardableResult
    public mutating func updateProgrammatic(_ values: JSONObject) -> Bool {
        changing { layers in
            for entry in values {
                // Spelled out: a plain `nil` would be taken for the value `null`.
                layers.programmatic[entry.key] = entry.value.isNull ? JSONValue?.none : entry.value
            }
        }
    }

    /// Puts values in the place of all programmatic ones.
    ///
    /// - Parameter values: Names and values.
    /// - Returns: Whether anything is different now.
    @discardableResult
    mutating func setProgrammatic(_ values: JSONObject) -> Bool {
        changing { $0.programmatic = values }
    }

    /// Takes all programmatic values back.
    ///
    /// - Returns: Whether anything is different now.
    @discardableResult
    public mutating func clearProgrammatic() -> Bool {
        changing { $0.programmatic = JSONObject() }
    }

    /// Sets what the app carries, as `configureWithFile(inPath:)` does, in place of what was there.
    ///
    /// - Parameter values: The file's members.
    /// - Returns: Whether anything is different now.
    @discardableResult
    public mutating func setBundled(_ values: JSONObject) -> Bool {
        changing { $0.bundled = values }
    }

    /// Sets the app id, as `configure(withAppId:)` does.
    ///
    /// Remote and cached values of another app id go at once: under the wrong property's settings an app would report
    /// to the wrong place, which is worse than to wait.
    ///
    /// - Parameter appID: The app id, or nil for none.
    /// - Returns: Whether anything is different now.
    @discardableResult
    public mutating func setAppID(_ appID: AppIdentifier?) -> Bool {
        guard self.appID != appID else { return false }
        self.appID = appID
        remote = nil
        cached = nil
        return true
    }

    /// Takes what a ``ConfigurationLoader`` reports.
    ///
    /// Values of an app id that is no longer set are dropped. A remote document takes the place of the cached one, which
    /// is only an older copy of it: a key that was deleted on the server must not show through.
    ///
    /// - Parameter report: What the loader reports, in its order.
    /// - Returns: Whether anything is different now.
    @discardableResult
    public mutating func apply(_ report: ConfigurationReport) -> Bool {
        switch report {
        case .selected(let appID, _, let document):
            return changing { layers in
                layers.setAppID(appID)
                if let document, document.appID == appID, layers.remote == nil { layers.cached = document.values }
            }
        case .loaded(let document, _):
            guard document.appID == appID else { return false }
            return changing { layers in
                layers.remote = document.values
                layers.cached = nil
            }
        case .failed, .superseded:
            return false
        }
    }

    private mutating func changing(_ change: (inout ConfigurationLayers) -> Void) -> Bool {
        let before = self
        change(&self)
        return self != before
    }
}
