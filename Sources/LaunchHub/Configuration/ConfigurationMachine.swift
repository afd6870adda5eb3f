// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// The state machine of a ``ConfigurationLoader``: a value that takes inputs and returns effects, without I/O.
///
/// One app id is current. It is looked up in the cache, then fetched, and fetched again after transient failures. Each
/// new app id begins a generation; the work of older generations is cancelled, and late responses to it are dropped.
public struct ConfigurationMachine: Sendable {
    /// An event that the machine responds to.
    public enum Input: Sendable, Hashable {
        /// The app sets an app id; setting the current one again fetches it anew.
        case configure(AppIdentifier)
        /// The cache was read.
        case cacheRead(ConfigurationGeneration, ConfigurationDocument?)
        /// A fetch returned values.
        case fetched(ConfigurationGeneration, JSONObject, ConfigurationValidators)
        /// A fetch found that the known configuration is current.
        case notModified(ConfigurationGeneration)
        /// A fetch failed; `random` is a number from 0 up to 1 for the jitter of the wait.
        case failed(ConfigurationGeneration, ConfigurationError, random: Double)
        /// The delay before a retry has passed.
        case retryDue(ConfigurationGeneration)
        /// The loader is stopped.
        case stop
    }

    /// A request for a configuration.
    public struct Order: Sendable, Hashable {
        /// The generation that the response belongs to.
        public let generation: ConfigurationGeneration
        /// The URL of the configuration.
        public let url: URL
        /// The validators that make the request conditional.
        public let validators: ConfigurationValidators

        /// Makes an order.
        ///
        /// - Parameters:
        ///   - generation: The generation that the response belongs to.
        ///   - url: The URL of the configuration.
        ///   - validators: The validators that make the request conditional.
        public init(
            generation: ConfigurationGeneration,
            url: URL,
            validators: ConfigurationValidators = ConfigurationValidators()
        ) {
            self.generation = generation
            self.url = url
            self.validators = validators
        }
    }

    /// An action for the loader to carry out, in order.
    public enum Effect: Sendable, Hashable {
        /// Read the cache and respond with ``Input/cacheRead(_:_:)``.
        case readCache(ConfigurationGeneration, AppIdentifier, URL)
        /// Fetch and respond with exactly one of ``Input/fetched(_:_:_:)``, ``Input/notModified(_:)`` and
        /// ``Input/failed(_:_:random:)``.
        case fetch(Order)
        /// Cancel a fetch; it still responds.
        case cancelFetch(ConfigurationGeneration)
        /// Respond with ``Input/retryDue(_:)`` after the delay.
        case scheduleRetry(ConfigurationGeneration, after: Duration)
        /// Cancel a retry.
        case cancelRetry(ConfigurationGeneration)
        /// Cache a document for later launches.
        case writeCache(ConfigurationDocument)
        /// Report to the owner.
        case report(ConfigurationReport)
    }

    private enum Phase {
        case readingCache
        case fetching(failures: Int)
        case waiting(failures: Int)
        case settled
    }

    private struct Selection {
        let appID: AppIdentifier
        let generation: ConfigurationGeneration
        let url: URL
        var phase: Phase
        /// The last valid document, from the cache or a fetch.
        var known: ConfigurationDocument?
    }

    /// The number of the latest generation; 0 before the first.
    public private(set) var generation: ConfigurationGeneration = 0

    private let source: ConfigurationSource
    private let backoff: RetryBackoff
    private var current: Selection?
    /// The generations that were cancelled and have not responded yet.
    private var overdue: [ConfigurationGeneration: AppIdentifier] = [:]

    /// Makes a machine without an app id.
    ///
    /// - Parameters:
    ///   - source: The source of configurations.
    ///   - backoff: The delay before a failed fetch is retried.
    public init(source: ConfigurationSource, backoff: RetryBackoff) {
        self.source = source
        self.backoff = backoff
    }

    /// The current app id; nil before the first one and after a stop.
    public var appID: AppIdentifier? { current?.appID }

    /// Handles an input.
    ///
    /// - Parameter input: The event.
    /// - Returns: The actions to carry out, in order.
    public mutating func handle(_ input: Input) -> [Effect] {
        switch input {
        case .configure(let appID):
            return configure(appID)
        case .cacheRead(let generation, let document):
            guard var selection = current, selection.generation == generation, case .readingCache = selection.phase
            else { return late(generation) }
            selection.known = document
            return [.report(.selected(selection.appID, generation, cached: document)), fetch(selection, failures: 0)]
        case .fetched(let generation, let values, let validators):
            guard let (selection, _) = fetching(generation) else { return late(generation) }
            let document = ConfigurationDocument(
                appID: selection.appID,
                url: selection.url,
                values: values,
                validators: validators
            )
            settle(selection, known: document)
            // Kept before it is told, so that whoever hears of it can rely on it.
            return [.writeCache(document), .report(.loaded(document, generation))]
        case .notModified(let generation):
            guard let (selection, failures) = fetching(generation) else { return late(generation) }
            guard let known = selection.known else {
                // Nothing was asked that this could be the answer to.
                let error = ConfigurationError.httpStatus(304, url: selection.url.absoluteString, retryAfter: nil)
                return failed(selection, failures + 1, error, random: 0)
            }
            settle(selection, known: known)
            return [.report(.loaded(known, generation))]
        case .failed(let generation, let error, let random):
            guard let (selection, failures) = fetching(generation) else { return late(generation) }
            return failed(selection, failures + 1, error, random: random)
        case .retryDue(let generation):
            guard let selection = current, selection.generation == generation,
                case .waiting(let failures) = selection.phase
            else { return [] }
            return [fetch(selection, failures: failures)]
        case .stop:
            return abandonCurrent()
        }
    }

    // MARK: - Steps

    private mutating func configure(_ appID: AppIdentifier) -> [Effect] {
        var known: ConfigurationDocument?
        if let current, current.appID == appID {
            switch current.phase {
            case .readingCache, .fetching: return []
            case .waiting, .settled: known = current.known
            }
        }
        let effects = abandonCurrent()
        generation += 1
        let selection = Selection(
            appID: appID,
            generation: generation,
            url: source.url(for: appID),
            phase: .readingCache,
            known: known
        )
        guard known != nil else {
            current = selection
            return effects + [.readCache(generation, appID, selection.url)]
        }
        return effects + [.report(.selected(appID, generation, cached: nil)), fetch(selection, failures: 0)]
    }

    private mutating func abandonCurrent() -> [Effect] {
        guard let selection = current else { return [] }
        current = nil
        switch selection.phase {
        case .readingCache:
            overdue[selection.generation] = selection.appID
            return []
        case .fetching:
            overdue[selection.generation] = selection.appID
            return [.cancelFetch(selection.generation)]
        case .waiting:
            return [
                .cancelRetry(selection.generation),
                .report(.superseded(selection.appID, selection.generation)),
            ]
        case .settled:
            return []
        }
    }

    private mutating func fetch(_ selection: Selection, failures: Int) -> Effect {
        var selection = selection
        selection.phase = .fetching(failures: failures)
        current = selection
        return .fetch(
            Order(
                generation: selection.generation,
                url: selection.url,
                validators: selection.known?.validators ?? ConfigurationValidators()
            )
        )
    }

    private mutating func failed(
        _ selection: Selection,
        _ failures: Int,
        _ error: ConfigurationError,
        random: Double
    ) -> [Effect] {
        let delay =
            error.isTransient
            ? backoff.delay(afterFailures: failures, random: random, asked: error.retryAfter) : nil
        current?.phase = delay == nil ? .settled : .waiting(failures: failures)
        let report = Effect.report(.failed(selection.appID, selection.generation, error, retryIn: delay))
        // Scheduled before it is told, so that whoever hears of it can move a clock.
        return delay.map { [.scheduleRetry(selection.generation, after: $0), report] } ?? [report]
    }

    private mutating func settle(_ selection: Selection, known: ConfigurationDocument) {
        current = selection
        current?.phase = .settled
        current?.known = known
    }

    private func fetching(_ generation: ConfigurationGeneration) -> (Selection, failures: Int)? {
        guard let current, current.generation == generation, case .fetching(let failures) = current.phase
        else { return nil }
        return (current, failures)
    }

    /// Handles the response of a cancelled generation, which is reported once.
    private mutating func late(_ generation: ConfigurationGeneration) -> [Effect] {
        guard let appID = overdue.removeValue(forKey: generation) else { return [] }
        return [.report(.superseded(appID, generation))]
    }
}
