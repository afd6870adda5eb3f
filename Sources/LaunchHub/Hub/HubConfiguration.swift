// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A hub's configuration: what the app sets, what its property publishes, and what comes with the app.
///
/// ```swift
/// hub.configuration.update(["global.privacy": "optedin"])
/// hub.configuration.configure(withAppID: "example-property/launch-EN-example-production")
/// ```
///
/// What the app sets wins over what is published, which wins over what comes with the app. App id and set values
/// outlive the process where the hub was given a store. Each change is told as an event of type
/// `com.adobe.eventType.configuration` and source `com.adobe.eventSource.responseContent` that carries the
/// configuration in force.
///
/// Every method may be called on any thread and from every callback.
public final class HubConfiguration: Sendable {
    private struct State {
        var layers = ConfigurationLayers()
        var source: ConfigurationSource?
        var client: (any HTTPClient)?
        var loader: ConfigurationLoader?
        var problem: ConfigurationError?
        var isRestored = false
    }

    private static let tag = "Configuration"

    private let options: ConfigurationOptions
    private let memory: ConfigurationMemory
    private let clock: any HubClock
    private let log: Log
    /// Told of each change, outside every lock.
    private let publish: @Sendable (JSONObject) -> Void
    private let state = Locked(State())

    init(
        options: ConfigurationOptions,
        clock: any HubClock,
        log: Log,
        publish: @escaping @Sendable (JSONObject) -> Void
    ) {
        self.options = options
        memory = ConfigurationMemory(store: options.store)
        self.clock = clock
        self.log = log
        self.publish = publish
    }

    // MARK: - Reading

    /// The configuration in force, one plain key for each value, sorted by key.
    public var current: JSONObject { layers.resolved() }

    /// The value that counts for a key, with the layer that it comes from.
    ///
    /// - Parameter key: A plain key, such as `global.privacy`.
    public func value(forKey key: String) -> ConfigurationValue? {
        layers.value(forKey: key)
    }

    /// Every value that counts, with the layer that it comes from.
    public var values: [ConfigurationValue] { layers.values() }

    /// The app id, or nil until one was set, in this run or an earlier one.
    public var appID: AppIdentifier? { layers.appID }

    /// Why the configuration of the app id could not be had at the last try, or nil.
    public var problem: ConfigurationError? { state.withLock { $0.problem } }

    private var layers: ConfigurationLayers {
        restore()
        return state.withLock { $0.layers }
    }

    // MARK: - Changing

    /// Sets values; those not named stay. Values set here win over every other layer.
    ///
    /// - Parameter values: Names and values; `null` takes a value back.
    public func update(_ values: JSONObject) {
        change { $0.updateProgrammatic(values) }
    }

    /// Takes every value that the app has set back.
    public func clearUpdates() {
        change { $0.clearProgrammatic() }
    }

    /// Takes the values of a file that comes with the app.
    ///
    /// - Parameter path: A JSON file whose outermost value is an object.
    /// - Throws: ``ConfigurationError`` with the file and what is wrong with it; what was in force stays.
    public func useFile(atPath path: String) throws(ConfigurationError) {
        do throws(ConfigurationError) {
            let values = try ConfigurationFile.read(atPath: path)
            change { $0.setBundled(values) }
        } catch {
            state.withLock { $0.problem = error }
            throw error
        }
    }

    /// Names where published configurations are, from the next ``configure(withAppID:completion:)`` on.
    ///
    /// - Parameter source: A `file:` or `http(s):` base.
    public func use(_ source: ConfigurationSource) {
        let old = state.withLock { state in
            defer {
                state.source = source
                state.loader = nil
            }
            return state.loader
        }
        old?.stop()
    }

    /// Names what asks servers, from the next ``configure(withAppID:completion:)`` on.
    ///
    /// - Parameter client: The client.
    public func use(_ client: any HTTPClient) {
        let old = state.withLock { state in
            defer {
                state.client = client
                state.loader = nil
            }
            return state.loader
        }
        old?.stop()
    }

    /// Sets the app id and has its configuration fetched.
    ///
    /// From a `file:` base the configuration is in force when this returns; from `http(s):` later. A failed fetch keeps
    /// what was in force and is tried again.
    ///
    /// - Parameters:
    ///   - text: The app id, such as `example-property/launch-EN-example-production`.
    ///   - completion: Called once with the outcome of the first try: nil, or what went wrong. On any thread.
    public func configure(
        withAppID text: String,
        completion: (@Sendable (ConfigurationError?) -> Void)? = nil
    ) {
        restore()
        let appID: AppIdentifier
        do throws(AppIdentifierError) {
            appID = try AppIdentifier(text)
        } catch {
            report(.invalidAppID(error))
            completion?(.invalidAppID(error))
            return
        }
        let loader = state.withLock { state in
            state.problem = nil
            if let loader = state.loader { return loader }
            let loader = makeLoader(from: state.source ?? options.source, state.client ?? options.client())
            state.loader = loader
            return loader
        }
        loader.configure(withAppID: appID) { report in
            switch report {
            case .failed(_, _, let error, _): completion?(error)
            case .loaded, .superseded, .selected: completion?(nil)
            }
        }
    }

    /// Sets the app id and waits for the outcome of the first try to fetch its configuration.
    ///
    /// - Parameter text: The app id.
    /// - Throws: ``ConfigurationError``; what was in force stays, and a fetch that may succeed later is tried again.
    public func configure(withAppID text: String) async throws(ConfigurationError) {
        let error = await withCheckedContinuation { continuation in
            configure(withAppID: text) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    private func makeLoader(from source: ConfigurationSource, _ client: any HTTPClient) -> ConfigurationLoader {
        ConfigurationLoader(
            settings: ConfigurationLoader.Settings(source: source, cacheFolder: options.cacheFolder),
            client: client,
            clock: clock,
            log: log
        ) { [weak self] in self?.take($0) }
    }

    private func take(_ report: ConfigurationReport) {
        change { $0.apply(report) }
        state.withLock { state in
            switch report {
            case .failed(let appID, _, let error, _) where appID == state.layers.appID: state.problem = error
            case .loaded: state.problem = nil
            case .failed, .selected, .superseded: break
            }
        }
    }

    private func report(_ error: ConfigurationError) {
        state.withLock { $0.problem = error }
        log.error(Self.tag, "\(error)")
    }

    // MARK: - Keeping

    /// Reads what an earlier run has kept, before the first use.
    private func restore() {
        let isFirst = state.withLock { state in
            defer { state.isRestored = true }
            return !state.isRestored
        }
        guard isFirst else { return }
        do throws(StorageError) {
            let restored = try memory.restore()
            for problem in restored.problems { log.warning(Self.tag, "\(problem)") }
            state.withLock { $0.layers = restored.layers }
        } catch {
            log.error(Self.tag, "what earlier runs have set is not known: \(error)")
        }
    }

    private func change(_ body: (inout ConfigurationLayers) -> Bool) {
        restore()
        let changed = state.withLock { body(&$0.layers) ? $0.layers : nil }
        guard let changed else { return }
        do throws(StorageError) {
            try memory.save(changed)
        } catch {
            log.error(Self.tag, "the change is not kept for the next start: \(error)")
        }
        publish(changed.resolved())
    }
}
