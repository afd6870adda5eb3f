// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The persistent part of a configuration: the app id and the programmatic values.
///
/// ```swift
/// let memory = ConfigurationMemory(store: FileKeyValueStore(file: file))
/// let layers = try memory.restore().layers
/// try memory.save(try AppIdentifier("launch-EN1234-development"))
/// ```
package struct ConfigurationMemory: Sendable {
    /// The stored values, and the problems with them.
    package struct Restored: Sendable {
        /// Layers with the app id and the programmatic values of earlier launches.
        package let layers: ConfigurationLayers
        /// One error for each stored value that is not valid; it is left out of the layers.
        package let problems: [ConfigurationError]
        /// Whether the values of earlier launches, including the user's privacy choice, could be read.
        package let isConsentKnown: Bool
    }

    /// The key under which the app id is stored, as text.
    package static let appIDKey = "configuration.appId"
    /// The key under which the programmatic values are stored, as an object.
    package static let programmaticKey = "configuration.programmatic"

    private let store: any KeyValueStore

    /// Makes a memory.
    ///
    /// - Parameter store: The store for the values.
    package init(store: any KeyValueStore) {
        self.store = store
    }

    /// Reads the stored values.
    ///
    /// - Returns: The layers to begin with, and the problems with stored values.
    /// - Throws: `StorageError` if the store cannot be read.
    package func restore() throws(StorageError) -> Restored {
        var problems: [ConfigurationError] = []
        var appID: AppIdentifier?
        if let stored = try store.value(forKey: Self.appIDKey) {
            do throws(AppIdentifierError) {
                appID = try AppIdentifier(stored.stringValue ?? "")
            } catch {
                problems.append(ConfigurationError(.invalidAppID(error)))
            }
        }
        var programmatic = JSONObject()
        var isConsentKnown = true
        if let stored = try store.value(forKey: Self.programmaticKey) {
            if let values = stored.objectValue {
                programmatic = values
            } else {
                isConsentKnown = false
                problems.append(
                    ConfigurationError(
                        .notAnObject(location: "the store's \(Self.programmaticKey)", kind: stored.kindDescription)
                    )
                )
            }
        }
        return Restored(
            layers: ConfigurationLayers(appID: appID, programmatic: programmatic),
            problems: problems,
            isConsentKnown: isConsentKnown
        )
    }

    /// The stored app id; nil if there is none or it cannot be read.
    var appID: AppIdentifier? {
        guard let text = try? store.value(forKey: Self.appIDKey)?.stringValue else { return nil }
        return try? AppIdentifier(text)
    }

    /// Returns the programmatic values currently stored, which another process may have changed.
    ///
    /// - Returns: The values; nil if none are stored.
    /// - Throws: `StorageError` if the store cannot be read, or holds something other than an object.
    func programmatic() throws(StorageError) -> JSONObject? {
        guard let stored = try store.value(forKey: Self.programmaticKey) else { return nil }
        if let values = stored.objectValue { return values }
        let detail = "it is \(stored.kindDescription) and not an object"
        throw StorageError(.read, .damaged, path: Self.programmaticKey, detail: detail)
    }

    /// Changes the programmatic values atomically, including those that other processes have set.
    ///
    /// - Parameters:
    ///   - isConsentKnown: False if the stored values could not be read: the privacy status is then stored as unknown,
    ///     so that no published status replaces it.
    ///   - change: Changes the stored values in place.
    /// - Returns: The values that are stored now.
    /// - Throws: `StorageError` if the store cannot be written; its previous contents are then unchanged.
    package func changeProgrammatic(
        isConsentKnown: Bool = true,
        _ change: (inout JSONObject) -> Void
    ) throws(StorageError) -> JSONObject {
        var kept = JSONObject()
        try store.update([Self.programmaticKey]) { members in
            kept = members[Self.programmaticKey]?.objectValue ?? JSONObject()
            if !isConsentKnown, kept[HubConfiguration.privacyKey] == nil {
                kept[HubConfiguration.privacyKey] = .string(PrivacyStatus.unknown.configurationValue)
            }
            change(&kept)
            members[Self.programmaticKey] = kept.isEmpty ? JSONValue?.none : .object(kept)
        }
        return kept
    }

    /// Stores the app id, unless it is unchanged.
    ///
    /// - Parameter appID: The app id, or nil.
    /// - Throws: `StorageError` if the store cannot be written.
    package func save(_ appID: AppIdentifier?) throws(StorageError) {
        let value = appID.map { JSONValue.string($0.text) }
        guard try store.value(forKey: Self.appIDKey) != value else { return }
        try store.set(value, forKey: Self.appIDKey)
    }

    /// The damage found in the store, or nil.
    var damage: StorageError? { store.damage }
}
