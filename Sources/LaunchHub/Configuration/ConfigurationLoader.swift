// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HubServices

/// A loader that fetches the configuration of an app id and caches the last valid one for later launches.
///
/// ```swift
/// let loader = ConfigurationLoader(settings: settings, client: SystemHTTPClient()) { report in
///     // hand it to whoever owns the ConfigurationLayers
/// }
/// loader.configure(withAppID: try AppIdentifier("launch-EN1234-development"))
/// ```
///
/// An invalid response never replaces a valid configuration, in memory or on disk. Every method may be called on any
/// thread and from every callback. ``ConfigurationMachine`` makes the decisions; this class carries them out.
///
/// A loader that is released while it is fetching completes that fetch, but does not retry it.
public final class ConfigurationLoader: Sendable {
    /// A function that runs work, now or later, serially or concurrently.
    public typealias Executor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    /// A function that receives a report.
    public typealias Observer = @Sendable (ConfigurationReport) -> Void

    private struct State {
        var machine: ConfigurationMachine
        /// The effects that are still to be carried out, in order.
        var effects: [ConfigurationMachine.Effect] = []
        /// Whether a thread is carrying out effects; no other thread does so meanwhile.
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
    ///   - settings: The source, the cache and the limits.
    ///   - client: The client for requests to servers; not used for `file:` sources.
    ///   - clock: The clock for delays before retries.
    ///   - random: Returns numbers from 0 up to 1 for the jitter of delays; called on any thread.
    ///   - log: The log for failures and problems of the cache.
    ///   - executor: Runs the loader's work: files, parsing, callbacks. By default the work runs on the thread that
    ///     causes it: the caller's, the client's or the clock's.
    ///   - observer: Receives the reports of all app ids, one at a time and in order; it may call the loader.
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
    /// If the configuration of the previous app id has not been loaded yet, its fetch is cancelled. Configuring the
    /// current app id again asks the server for a newer version, or joins the fetch that is already in progress.
    ///
    /// - Parameters:
    ///   - appID: The app id.
    ///   - completion: Called exactly once, after the observer, with the outcome of the first attempt that ends after
    ///     this call; a failure that will be retried counts as an outcome.
    /// - Returns: The generation of the reports about this app id.
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

    /// Cancels the current fetch; there is no current app id until ``configure(withAppID:completion:)`` is called
    /// again.
    public func stop() {
        take(.stop)
    }

    // MARK: - Inputs and effects

    private func take(_ input: ConfigurationMachine.Input) {
        state.withLock { state in state.effects += state.machine.handle(input) }
        carryOut()
    }

    /// Carries out the effects, unless another thread is doing so: that thread then also carries out the new ones, in
    /// order.
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
