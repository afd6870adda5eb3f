// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Keeps the app id and the programmatic values over restarts.
///
/// ```swift
/// let memory = ConfigurationMemory(store: FileKeyValueStore(file: file))
/// let layers = try memory.restore().layers
/// try memory.save(try AppIdentifier("launch-EN1234-development"))
/// ```
public struct ConfigurationMemory: Sendable {
    /// What was kept, and what of it could not be used.
    public struct Restored: Sendable {
        /// Layers with the app id and the programmatic values of earlier runs.
        public let layers: ConfigurationLayers
        /// One error for each stored value that is not what was written there; it is left out of the layers.
        public let problems: [ConfigurationError]
        /// Whether the values of earlier runs, and with them the user's choice, could be read.
        public let isConsentKnown: Bool
    }

    /// The name under which the app id is kept, as text.
    public static let appIDKey = "configuration.appId"
    /// The name under which the programmatic values are kept, as an object.
    public static let programmaticKey = "configuration.programmatic"

    private let store: any KeyValueStore

    /// Makes a memory.
    ///
    /// - Parameter store: Where the values are kept.
    public init(store: any KeyValueStore) {
        self.store = store
    }

    /// Reads what was kept.
    ///
    /// - Returns: The layers to begin with, and what could not be used.
    /// - Throws: `StorageError` where the store cannot be read.
    public func restore() throws(StorageError) -> Restored {
        var problems: [ConfigurationError] = []
        var appID: AppIdentifier?
        if let stored = try store.value(forKey: Self.appIDKey) {
            do throws(AppIdentifierError) {
                appID = try AppIdentifier(stored.stringValue ?? "")
            } catch {
                problems.append(.invalidAppID(error))
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
                    .notAnObject(location: "the store's \(Self.programmaticKey)", kind: stored.kindDescription)
                )
            }
        }
        return Restored(
            layers: ConfigurationLayers(appID: appID, programmatic: programmatic),
            problems: problems,
            isConsentKnown: isConsentKnown
        )
    }

    /// The app id that is kept, where it can be read.
    var appID: AppIdentifier? {
        guard let text = try? store.value(forKey: Self.appIDKey)?.stringValue else { return nil }
        return try? AppIdentifier(text)
    }

    /// The programmatic values as they are kept now, which another process may have changed.
    ///
    /// - Returns: The values; nil where none are kept, or something that is no object.
    /// - Throws: `StorageError` where they cannot be known.
    func programmatic() throws(StorageError) -> JSONObject? {
        try store.value(forKey: Self.programmaticKey)?.objectValue
    }

    /// Changes the programmatic values in one step, on top of what other processes have set.
    ///
    /// - Parameters:
    ///   - isConsentKnown: False where what was kept could not be read: the privacy status is then kept as unknown, so
    ///     that nothing published takes its place.
    ///   - change: Gets the values that are kept and leaves those that are to be.
    /// - Returns: What is kept now.
    /// - Throws: `StorageError` where the store cannot be written; what it held before then still holds.
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

    /// Keeps the app id; an unchanged one is not written again.
    ///
    /// - Parameter appID: The app id; nil for none.
    /// - Throws: `StorageError` where the store cannot be written.
    public func save(_ appID: AppIdentifier?) throws(StorageError) {
        let value = appID.map { JSONValue.string($0.text) }
        guard try store.value(forKey: Self.appIDKey) != value else { return }
        try store.set(value, forKey: Self.appIDKey)
    }

    /// What of the store was found damaged; nil where nothing was.
    var damage: StorageError? { store.damage }
}
