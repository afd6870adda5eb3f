// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Keeps the app id and the programmatic values over restarts.
///
/// ```swift
/// let memory = ConfigurationMemory(store: FileKeyValueStore(file: file))
/// var layers = try memory.restore().layers
/// if layers.updateProgrammatic(["global.privacy": "optedout"]) { try memory.save(layers) }
/// ```
public struct ConfigurationMemory: Sendable {
    /// What was kept, and what of it could not be used.
    public struct Restored: Sendable {
        /// Layers with the app id and the programmatic values of earlier runs.
        public let layers: ConfigurationLayers
        /// One error for each stored value that is not what was written there; it is left out of the layers.
        public let problems: [ConfigurationError]
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
        if let stored = try store.value(forKey: Self.programmaticKey) {
            if let values = stored.objectValue {
                programmatic = values
            } else {
                problems.append(
                    .notAnObject(location: "the store's \(Self.programmaticKey)", kind: stored.kindDescription)
                )
            }
        }
        return Restored(layers: ConfigurationLayers(appID: appID, programmatic: programmatic), problems: problems)
    }

    /// Writes what is to outlive the process; what is unchanged is not written again.
    ///
    /// - Parameter layers: The layers as they are now.
    /// - Throws: `StorageError` where the store cannot be written; what it held before then still holds.
    public func save(_ layers: ConfigurationLayers) throws(StorageError) {
        let programmatic = layers.layer(.programmatic)
        try keep(layers.appID.map { .string($0.text) }, as: Self.appIDKey)
        try keep(programmatic.isEmpty ? JSONValue?.none : .object(programmatic), as: Self.programmaticKey)
    }

    private func keep(_ value: JSONValue?, as key: String) throws(StorageError) {
        guard try store.value(forKey: key) != value else { return }
        try store.set(value, forKey: key)
    }
}
