// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A hub's configuration: what the app sets, what its property publishes, and what comes with the app.
///
/// ```swift
/// hub.configuration.update(["global.privacy": "optedin"])
/// hub.configuration.configure(withAppID: "example-property/launch-EN-example-production")
/// ```
///
/// Values that the app sets take precedence over published ones, which take precedence over those that come with the
/// app. The app id and set values outlive the process if the hub has a store. Each change is announced by an event of
/// type `com.adobe.eventType.configuration` and source `com.adobe.eventSource.responseContent` that carries the
/// configuration in force.
///
/// What others ask with events of that type and of source `com.adobe.eventSource.requestContent` is done once the hub has
/// started: `config.getData` is answered with the configuration in force, `config.update`, `config.appId` and
/// `config.filePath` do what ``update(_:)``, ``configure(withAppID:completion:)`` and ``useFile(atPath:)`` do.
///
/// Every method may be called on any thread and from every callback.
public final class HubConfiguration: Sendable {
    struct State {
        var layers = ConfigurationLayers()
        var source: ConfigurationSource?
        var client: (any HTTPClient)?
        var loader: ConfigurationLoader?
        var problem: ConfigurationError?
        /// What is wrong with the store, beside values that wait to be written.
        var storageProblem: StorageError?
        var isRestored = false
        /// Whether the hub has started, and with it what earlier runs have left.
        var hasBegun = false
        /// Whether anything was announced in this run.
        var hasAnnounced = false
        /// Whether the configuration of the app id was asked for and has not come yet.
        var isAwaited = false
        /// The contents of the store when it was last read; nil if they, and with them the user's choice, could not be read.
        var kept: JSONObject?
        var followers: [UInt64: @Sendable (PrivacyStatus) -> Void] = [:]
        var nextFollower: UInt64 = 0
        /// What has to be done before the configuration is announced.
        var preparation: ConfigurationPreparation?
    }

    /// Lines that are written to the log once no lock is held, because its sink is foreign code.
    typealias Lines = [(LogLevel, String)]

    static let tag = "Configuration"

    let options: ConfigurationOptions
    let memory: ConfigurationMemory
    /// The store of the memory, with what waits to be written.
    let pending: PendingKeyValueStore
    let clock: any HubClock
    let log: Log
    /// Announces the configuration in force, or nil if it is still to come.
    ///
    /// It must not call back.
    let publish: @Sendable (JSONObject?) -> Void
    /// Announces what the app asks for, before it is done.
    ///
    /// It must not call back.
    let announceRequest: @Sendable (JSONObject) -> Void
    /// Held while a change is made, kept and announced, so that changes are announced and kept in the order in which
    /// they were made.
    ///
    /// It is taken before `state`, and no foreign code runs under it.
    let changes = Locked(())
    let state = Locked(State())

    init(
        options: ConfigurationOptions,
        clock: any HubClock,
        log: Log,
        announceRequest: @escaping @Sendable (JSONObject) -> Void = { _ in },
        publish: @escaping @Sendable (JSONObject?) -> Void
    ) {
        self.announceRequest = announceRequest
        self.options = options
        pending = PendingKeyValueStore(options.store, clock: clock, choosing: Self.stricter)
        memory = ConfigurationMemory(store: pending)
        self.clock = clock
        self.log = log
        self.publish = publish
    }

    // MARK: - Reading

    /// The configuration in force, one plain key for each value, sorted by key.
    public var current: JSONObject { layers.resolved() }

    /// Returns the value in force for a key, with the layer that it comes from.
    ///
    /// - Parameter key: A plain key, such as `global.privacy`.
    /// - Returns: The value and its layer, or nil if no layer has the key.
    public func value(forKey key: String) -> ConfigurationValue? {
        layers.value(forKey: key)
    }

    /// Every value that counts, with the layer that it comes from.
    public var values: [ConfigurationValue] { layers.values() }

    /// The app id, or nil until one was set, in this run or an earlier one.
    public var appID: String? { layers.appID?.text }

    /// Why the configuration of the app id could not be had at the last try, or nil.
    public var problem: ConfigurationError? { state.withLock { $0.problem } }

    /// The last problem with reading or writing the values that outlive the process, or nil.
    ///
    /// If it is the user's choice that could not be read, ``privacyStatus`` is unknown until it is set.
    public var storageProblem: StorageError? {
        restore()
        return state.withLock { $0.storageProblem } ?? pending.problem
    }

    var layers: ConfigurationLayers {
        restore()
        return state.withLock { $0.layers }
    }

    // MARK: - Changing

    /// Sets values; those not named stay.
    ///
    /// Values set here win over every other layer.
    ///
    /// The request is dispatched as an event of type `com.adobe.eventType.configuration` and source
    /// `com.adobe.eventSource.requestContent`, with the values under `config.update`, before the configuration that
    /// results from it.
    ///
    /// - Parameter values: Names and values; `null` takes a value back.
    public func update(_ values: JSONObject) {
        announceRequest(["config.update": .object(values)])
        apply(values)
    }

    /// Sets values that an event asks for.
    func apply(_ values: JSONObject) {
        changeProgrammatic { programmatic in
            for entry in values {
                // Spelled out: a plain `nil` would be taken for the value `null`.
                programmatic[entry.key] = entry.value.isNull ? JSONValue?.none : entry.value
            }
        }
    }

    /// Removes every value set with ``update(_:)``, except the user's choice, which changes only through
    /// ``privacyStatus``.
    public func clearUpdates() {
        changeProgrammatic { programmatic in
            programmatic = JSONObject(
                programmatic.lazy.filter { Self.isPrivacyKey($0.key) }.map { ($0.key, $0.value) }
            )
        }
    }

    /// Applies the values of a file that comes with the app.
    ///
    /// - Parameter path: A JSON file whose outermost value is an object.
    /// - Throws: ``ConfigurationError`` with the file and what is wrong with it; what was in force stays.
    public func useFile(atPath path: String) throws(ConfigurationError) {
        do throws(ConfigurationError) {
            let values = try ConfigurationFile.read(atPath: path)
            serially { _ in
                state.withLock { $0.layers.bundled = values }
                announce()
            }
        } catch {
            state.withLock { $0.problem = error }
            throw error
        }
    }
}
