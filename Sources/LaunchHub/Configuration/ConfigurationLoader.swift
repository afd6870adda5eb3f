// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HubServices

/// Fetches the configuration of an app id and keeps the last good one for later runs.
///
/// ```swift
/// let loader = ConfigurationLoader(settings: settings, client: SystemHTTPClient()) { report in
///     // hand it to whoever owns the ConfigurationLayers
/// }
/// loader.configure(withAppID: try AppIdentifier("launch-EN1234-development"))
/// ```
///
/// A bad answer never takes a good one's place, here or on the disk. Every method may be called from any thread and out
/// of every callback. ``ConfigurationMachine`` decides; this class only carries out.
///
/// A loader that is released while it fetches ends that fetch first; it does not try again.
public final class ConfigurationLoader: Sendable {
    /// Runs work now or later, one piece at a time or several.
    public typealias Executor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    /// Takes a report.
    public typealias Observer = @Sendable (ConfigurationReport) -> Void

    private struct State {
        var machine: ConfigurationMachine
        /// What is still to be carried out, in order.
        var effects: [ConfigurationMachine.Effect] = []
        /// Whether somebody is carrying out effects; nobody else does meanwhile.
        var isBusy = false
        var fetches: [ConfigurationGeneration: HTTPTask] = [:]
        var retries: [ConfigurationGeneration: ScheduledWork] = [:]
        var waiting: [ConfigurationGeneration: [Observer]] = [:]
    }

    private static let tag = "Configuration"

    private let settings: Settings
    private let client: any HTTPClient
    private let clock: any HubClock
    private let random: @Sendable () -> Double
    private let log: Log
    private let executor: Executor
    private let observer: Observer
    private let state: Locked<State>

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - settings: Where configurations come from and what is put up with.
    ///   - client: What asks servers; not used for `file:` sources.
    ///   - clock: What waits before a retry.
    ///   - random: Gives numbers from 0 up to 1 for the jitter of waits; called on any thread.
    ///   - log: Where failures and the cache's problems are written.
    ///   - executor: Runs the loader's work: files, parsing, callbacks. By default the thread that brings the input
    ///     does it itself: the caller's, the client's or the clock's.
    ///   - observer: Takes the reports of all app ids, one at a time and in order; it may call the loader.
    public init(
        settings: Settings,
        client: any HubHTTPClient,
        clock: any HubClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        log: HubLog = .disabled,
        executor: @escaping Executor = { work in work() },
        observer: @escaping Observer
    ) {
        self.settings = settings
        self.client = client
        self.clock = clock
        self.random = random
        self.log = log
        self.executor = executor
        self.observer = observer
        state = Locked(State(machine: ConfigurationMachine(source: settings.source, backoff: settings.backoff)))
    }

    deinit {
        let retries = state.withLock { $0.retries }
        for work in retries.values { work.cancel() }
    }

    /// Makes an app id the current one and fetches its configuration.
    ///
    /// The one before, if its configuration is still to come, is called off. The current one again asks the server
    /// whether there is something newer; while it is being fetched already, this joins that fetch.
    ///
    /// - Parameters:
    ///   - appID: The app id.
    ///   - completion: Called exactly once with the outcome of the first try that ends after this call, behind the
    ///     observer; a failure that will be tried again is one.
    /// - Returns: The generation that the reports about this will bear.
    @discardableResult
    public func configure(
        withAppID appID: AppIdentifier,
        completion: Observer? = nil
    ) -> ConfigurationGeneration {
        let generation = state.withLock { state in
            state.effects += state.machine.handle(.configure(appID))
            let generation = state.machine.generation
            if let completion { state.waiting[generation, default: []].append(completion) }
            return generation
        }
        carryOut()
        return generation
    }

    /// Calls off what is under way; there is no current app id then. ``configure(withAppID:completion:)`` begins again.
    public func stop() {
        take(.stop)
    }

    // MARK: - Inputs and effects

    private func take(_ input: ConfigurationMachine.Input) {
        state.withLock { state in state.effects += state.machine.handle(input) }
        carryOut()
    }

    /// Has the effects carried out, unless somebody is at it: that one then also takes the new ones, in their order.
    private func carryOut() {
        let isOurs = state.withLock { state in
            guard !state.isBusy, !state.effects.isEmpty else { return false }
            state.isBusy = true
            return true
        }
        guard isOurs else { return }
        executor { [self] in
            while let effect = nextEffect() {
                perform(effect)
            }
        }
    }

    private func nextEffect() -> ConfigurationMachine.Effect? {
        state.withLock { state in
            guard !state.effects.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.effects.removeFirst()
        }
    }

    private func perform(_ effect: ConfigurationMachine.Effect) {
        switch effect {
        case .readCache(let generation, let appID, let url):
            take(.cacheRead(generation, cached(appID, url)))
        case .fetch(let order):
            fetch(order)
        case .cancelFetch(let generation):
            state.withLock { $0.fetches[generation] }?.cancel()
        case .scheduleRetry(let generation, let delay):
            let work = clock.schedule(after: delay) { [weak self] in self?.take(.retryDue(generation)) }
            state.withLock { $0.retries[generation] = work }
        case .cancelRetry(let generation):
            state.withLock { $0.retries.removeValue(forKey: generation) }?.cancel()
        case .writeCache(let document):
            keep(document)
        case .report(let report):
            tell(report)
        }
    }

    private func tell(_ report: ConfigurationReport) {
        if case .failed(_, _, let error, let retryIn) = report {
            log.warning(Self.tag, "\(error)\(retryIn.map { "; next try in \($0.inSeconds) s" } ?? "")")
        }
        observer(report)
        guard report.isOutcome else { return }
        let waiting = state.withLock { $0.waiting.removeValue(forKey: report.generation) } ?? []
        for completion in waiting { completion(report) }
    }

    // MARK: - Fetching

    private func fetch(_ order: ConfigurationMachine.Order) {
        state.withLock { _ = $0.retries.removeValue(forKey: order.generation) }
        guard !order.url.isFileURL else {
            do throws(ConfigurationError) {
                let values = try ConfigurationFile.read(atPath: order.url.path, maximumBytes: settings.maximumBytes)
                take(.fetched(order.generation, values, ConfigurationValidators()))
            } catch {
                take(.failed(order.generation, error, random: random()))
            }
            return
        }
        var headers = order.validators.requestHeaders
        headers["Accept"] = "application/json"
        var request = HTTPRequest.get(order.url, headers: headers, limits: settings.requestLimits)
        request.allowsInsecure = settings.source.allowsInsecure
        // Entered before the request goes out: its answer may come before `send` returns, and takes the entry away.
        state.withLock { $0.fetches[order.generation] = HTTPTask() }
        let task = client.send(request) { [self] result in
            state.withLock { _ = $0.fetches.removeValue(forKey: order.generation) }
            executor { [self] in take(answer(to: order, result)) }
        }
        state.withLock { state in
            if state.fetches[order.generation] != nil { state.fetches[order.generation] = task }
        }
    }

    private func answer(
        to order: ConfigurationMachine.Order,
        _ result: Result<HTTPResponse, HTTPError>
    ) -> ConfigurationMachine.Input {
        do throws(ConfigurationError) {
            switch try ConfigurationAnswer(result, from: order.url) {
            case .values(let values, let validators): return .fetched(order.generation, values, validators)
            case .notModified: return .notModified(order.generation)
            }
        } catch {
            return .failed(order.generation, error, random: random())
        }
    }

    // MARK: - Cache

    private var cache: ConfigurationCache? {
        settings.cacheFolder.map { ConfigurationCache(folder: $0, maximumBytes: settings.maximumBytes) }
    }

    private func cached(_ appID: AppIdentifier, _ url: URL) -> ConfigurationDocument? {
        do throws(StorageError) {
            return try cache?.read(appID, from: url)
        } catch {
            log.warning(Self.tag, "the cached copy is left out: \(error)")
            return nil
        }
    }

    private func keep(_ document: ConfigurationDocument) {
        do throws(StorageError) {
            try cache?.write(document)
        } catch {
            log.warning(Self.tag, "the configuration is not kept for the next start: \(error)")
        }
    }
}
