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
/// Every method may be called on any thread and from every callback.
public final class HubConfiguration: Sendable {
    struct State {
        var layers = ConfigurationLayers()
        var source: ConfigurationSource?
        var client: (any HTTPClient)?
        var loader: ConfigurationLoader?
        var problem: ConfigurationError?
        var storageProblem: StorageError?
        var isRestored = false
        /// Whether the hub has started, and with it what earlier runs have left.
        var hasBegun = false
        /// Whether anything was announced in this run.
        var hasAnnounced = false
        /// Whether the configuration of the app id was asked for and has not come yet.
        var isAwaited = false
        /// The contents of the store when it was last read.
        var kept: JSONObject?
        /// Values that could not be written; null for those that were taken back.
        var unsaved = JSONObject()
        /// Whether the user's choice could be read, or was made since.
        var isConsentKnown = true
        var followers: [UInt64: @Sendable (PrivacyStatus) -> Void] = [:]
        var nextFollower: UInt64 = 0
        /// What has to be done before the configuration is announced.
        var preparation: ConfigurationPreparation?
    }

    /// Lines that are written to the log once no lock is held, because its sink is foreign code.
    typealias Lines = [(LogLevel, String)]

    private static let tag = "Configuration"

    let options: ConfigurationOptions
    let memory: ConfigurationMemory
    private let clock: any HubClock
    private let log: Log
    /// Announces the configuration in force, or nil if it is still to come.
    ///
    /// It must not call back.
    private let publish: @Sendable (JSONObject?) -> Void
    /// Announces what the app asks for, before it is done.
    ///
    /// It must not call back.
    private let announceRequest: @Sendable (JSONObject) -> Void
    /// Held while a change is made, kept and announced, so that changes are announced and kept in the order in which
    /// they were made.
    ///
    /// It is taken before `state`, and no foreign code runs under it.
    private let changes = Locked(())
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
        memory = ConfigurationMemory(store: options.store)
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
        return state.withLock { $0.storageProblem }
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
                state.withLock { _ = $0.layers.setBundled(values) }
                announce()
            }
        } catch {
            state.withLock { $0.problem = error }
            throw error
        }
    }

    /// Sets the location of published configurations, and fetches that of the current app id from there.
    ///
    /// - Parameter source: A `file:` or `http(s):` base.
    public func use(_ source: ConfigurationSource) {
        replaceLoader { $0.source = source }
    }

    /// Sets the HTTP client, and fetches the configuration of the current app id through it.
    ///
    /// - Parameter client: The client, which may trust authorities of its own.
    public func use(_ client: SystemHTTPClient) {
        replaceLoader { $0.client = client }
    }

    /// Sets the HTTP client, and fetches the configuration of the current app id through it.
    ///
    /// - Parameter client: The client.
    package func use(_ client: any HTTPClient) {
        replaceLoader { $0.client = client }
    }

    private func replaceLoader(_ change: (inout State) -> Void) {
        let (old, appID) = state.withLock { state in
            change(&state)
            defer { state.loader = nil }
            return (state.loader, state.layers.appID)
        }
        guard let old else { return }
        old.stop()
        if let appID { configure(appID, completion: nil) }
    }

    /// Sets the app id and has its configuration fetched.
    ///
    /// From a `file:` base the configuration is in force when this returns; from `http(s):` later. A failed fetch keeps
    /// what was in force and is tried again.
    ///
    /// - Parameters:
    ///   - text: The app id, such as `example-property/launch-EN-example-production`.
    ///   - completion: Called once with the outcome of the first try: nil, or what went wrong, which is
    ///     an error of the code `superseded` where another app id or base was set meanwhile. On any thread.
    public func configure(
        withAppID text: String,
        completion: (@Sendable (ConfigurationError?) -> Void)? = nil
    ) {
        restore()
        let appID: AppIdentifier
        do throws(AppIdentifierError) {
            appID = try AppIdentifier(text)
        } catch {
            report(ConfigurationError(.invalidAppID(error)))
            completion?(ConfigurationError(.invalidAppID(error)))
            return
        }
        configure(appID, completion: completion)
    }

    private func configure(_ appID: AppIdentifier, completion: (@Sendable (ConfigurationError?) -> Void)?) {
        let loader = state.withLock { state -> ConfigurationLoader? in
            state.problem = nil
            if let loader = state.loader { return loader }
            guard state.source != nil || options.sourceProblem == nil else { return nil }
            let loader = makeLoader(from: state.source ?? options.source, state.client ?? options.client())
            state.loader = loader
            return loader
        }
        guard let loader else {
            if let problem = options.sourceProblem {
                report(problem)
                completion?(problem)
            }
            return
        }
        loader.load(appID) { report in
            switch report {
            case .failed(_, _, let error, _): completion?(error)
            case .superseded(let appID, _): completion?(ConfigurationError(.superseded(appID)))
            case .loaded, .selected: completion?(nil)
            }
        }
    }

    /// Sets the app id and waits for the outcome of the first try to fetch its configuration.
    ///
    /// - Parameter text: The app id.
    /// - Throws: ``ConfigurationError``; what was in force stays, and a fetch that may succeed later is tried again.
    public func configure(withAppID text: String) async throws(ConfigurationError) {
        let error = await awaitedValue { configure(withAppID: text, completion: $0) }
        if let error { throw error }
    }

    private func makeLoader(from source: ConfigurationSource, _ client: any HTTPClient) -> ConfigurationLoader {
        ConfigurationLoader(
            settings: PublishedConfigurations.Settings(source: source, cacheFolder: options.cacheFolder),
            client: client,
            clock: clock,
            log: log
        ) { [weak self] in self?.take($0) }
    }

    private func take(_ report: ConfigurationReport) {
        serially { lines in
            let (hasChanged, appID) = state.withLock { state in
                let before = state.layers.appID
                let hasChanged = state.layers.apply(report)
                switch report {
                case .failed(let appID, _, let error, _) where appID == state.layers.appID: state.problem = error
                case .loaded(let document, _) where document.appID == state.layers.appID:
                    state.problem = nil
                    state.isAwaited = false
                case .selected:
                    state.isAwaited =
                        state.layers.layer(.remote).isEmpty && state.layers.layer(.cached).isEmpty
                case .loaded, .failed, .superseded: break
                }
                return (hasChanged, state.layers.appID == before ? nil : state.layers.appID)
            }
            if let appID { keep(appID, &lines) }
            switch report {
            case .loaded(let document, _) where document.appID == self.state.withLock({ $0.layers.appID }): announce()
            case .selected where hasChanged: announce()
            case .loaded, .selected, .failed, .superseded: break
            }
        }
    }

    private func report(_ error: ConfigurationError) {
        state.withLock { $0.problem = error }
        log.error(Self.tag, "\(error)")
    }

    // MARK: - One change at a time

    /// Makes a change after those of other threads, and notifies followers of the privacy status before it returns.
    private func serially(_ change: (inout Lines) -> Void) {
        var lines: Lines = []
        let (before, after) = changes.withLock { _ in
            restore(&lines)
            let before = state.withLock { Self.privacyStatus(of: $0.layers) }
            change(&lines)
            return (before, state.withLock { Self.privacyStatus(of: $0.layers) })
        }
        if before != after { notifyFollowers() }
        for (level, line) in lines { log.write(level, Self.tag, line) }
    }

    /// Announces the configuration in force.
    ///
    /// Under `changes`.
    private func announce() {
        let (values, isAwaited, preparation) = state.withLock { state in
            state.hasAnnounced = true
            return (state.layers.resolved(), state.isAwaited, state.preparation)
        }
        preparation?(draft(of: values))
        // Whoever waits for a configuration must not take an empty one for it.
        publish(values.isEmpty && isAwaited ? nil : values)
    }

    /// Has something done before each announcement, and at once for what was announced already.
    ///
    /// - Parameter preparation: It must not change the configuration, nor call foreign code.
    package func beforeAnnouncing(_ preparation: @escaping ConfigurationPreparation) {
        let isLate = state.withLock { state in
            state.preparation = preparation
            return state.hasAnnounced
        }
        guard isLate else { return }
        serially { _ in
            preparation(draft(of: state.withLock { $0.layers.resolved() }))
        }
    }

    private func draft(of values: JSONObject) -> ConfigurationDraft {
        let (source, layers, isAwaited) = state.withLock { ($0.source, $0.layers, $0.isAwaited) }
        let base = source ?? (options.sourceProblem == nil ? options.source : nil)
        let isPublished = [.remote, .cached, .bundled].contains { !layers.layer($0).isEmpty }
        return ConfigurationDraft(
            values: values,
            isAwaited: isAwaited,
            isPublished: isPublished,
            location: base.map { base in layers.appID.map { base.url(for: $0) } ?? base.folder },
            allowsInsecure: base?.allowsInsecure ?? false,
            cacheFolder: options.cacheFolder,
            makeClient: { [weak self, options] in self?.makeClient() ?? options.client() }
        )
    }

    /// Puts in force what earlier runs have left, has it announced as in the run that set it, and asks whether there is
    /// something newer.
    ///
    /// Called when the hub starts.
    func begin() {
        restore()
        let (isFirst, appID) = state.withLock { state in
            defer { state.hasBegun = true }
            return (!state.hasBegun, state.loader == nil ? state.layers.appID : nil)
        }
        guard isFirst else { return }
        if let appID { configure(appID, completion: nil) }
        serially { _ in
            let isDue = state.withLock { !$0.hasAnnounced && ($0.isAwaited || !$0.layers.resolved().isEmpty) }
            if isDue { announce() }
        }
    }

    // MARK: - Keeping

    /// Reads what earlier runs have kept, before the first use.
    private func restore() {
        guard !state.withLock({ $0.isRestored }) else { return }
        serially { _ in }
    }

    private func restore(_ lines: inout Lines) {
        guard !state.withLock({ $0.isRestored }) else { return }
        do throws(StorageError) {
            let restored = try memory.restore()
            for problem in restored.problems { lines.append((.warning, "\(problem)")) }
            state.withLock { state in
                state.layers = restored.layers
                state.kept = restored.layers.layer(.programmatic)
                if !restored.isConsentKnown { state.forgetConsent() }
                state.storageProblem = memory.damage
                state.isRestored = true
            }
            if let damage = memory.damage { lines.append((.error, "\(damage)")) }
        } catch {
            state.withLock { state in
                // The app id may be read where the choice was lost.
                state.layers = ConfigurationLayers(appID: memory.appID)
                state.forgetConsent()
                state.storageProblem = error
                state.isRestored = true
            }
            lines.append(
                (.error, "what earlier runs have set is not known, so the privacy status is unknown: \(error)")
            )
        }
    }

    private func keep(_ appID: AppIdentifier, _ lines: inout Lines) {
        do throws(StorageError) {
            try memory.save(appID)
        } catch {
            state.withLock { $0.storageProblem = error }
            lines.append((.error, "the app id is not kept for the next start: \(error)"))
        }
    }

    private func changeProgrammatic(_ change: (inout JSONObject) -> Void) {
        serially { lines in
            let (unsaved, isConsentKnown) = state.withLock { ($0.unsaved, $0.isConsentKnown) }
            do throws(StorageError) {
                let kept = try memory.changeProgrammatic(isConsentKnown: isConsentKnown) { programmatic in
                    programmatic.overlay(unsaved)
                    change(&programmatic)
                }
                state.withLock { state in
                    state.layers.setProgrammatic(kept)
                    state.kept = kept
                    state.unsaved = JSONObject()
                    state.isConsentKnown = true
                    state.storageProblem = nil
                }
            } catch {
                state.withLock { state in
                    let before = state.layers.layer(.programmatic)
                    var after = before
                    change(&after)
                    for key in Set(before.keys + after.keys) where before[key] != after[key] {
                        state.unsaved[key] = after[key] ?? .null
                    }
                    state.layers.setProgrammatic(after)
                    state.storageProblem = error
                }
                lines.append((.error, "the change holds for this run and is not kept for the next start: \(error)"))
            }
            announce()
        }
    }

    /// Adopts the values that another process has set since the store was last read.
    func refresh() {
        restore()
        guard storeHasChanged else { return }
        serially { lines in
            guard storeHasChanged else { return }
            do throws(StorageError) {
                let kept = try memory.programmatic() ?? JSONObject()
                state.withLock { state in
                    var values = kept
                    values.overlay(state.unsaved)
                    state.layers.setProgrammatic(values)
                    state.kept = kept
                    state.isConsentKnown = true
                }
            } catch {
                state.withLock { state in
                    state.forgetConsent()
                    state.storageProblem = error
                }
                lines.append(
                    (.error, "what is kept cannot be read any more, so the privacy status is unknown: \(error)")
                )
            }
            announce()
        }
    }

    private var storeHasChanged: Bool {
        do throws(StorageError) {
            let kept = try memory.programmatic() ?? JSONObject()
            return state.withLock { $0.kept != kept }
        } catch {
            return state.withLock { $0.isConsentKnown }
        }
    }
}

extension HubConfiguration.State {
    /// Makes the privacy status unknown, whatever is published, because the user's own choice cannot be read.
    mutating func forgetConsent() {
        isConsentKnown = false
        kept = nil
        guard unsaved[HubConfiguration.privacyKey] == nil else { return }
        let unknown = JSONValue.string(PrivacyStatus.unknown.configurationValue)
        layers.updateProgrammatic([HubConfiguration.privacyKey: unknown])
    }
}

extension JSONObject {
    /// Sets the members of another object; null removes a member.
    fileprivate mutating func overlay(_ other: JSONObject) {
        for entry in other { self[entry.key] = entry.value.isNull ? JSONValue?.none : entry.value }
    }
}
