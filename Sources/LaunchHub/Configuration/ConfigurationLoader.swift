// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A loader that fetches the configuration of an app id and caches the last valid one for later launches.
///
/// ```swift
/// let loader = ConfigurationLoader(settings: settings, client: SystemHTTPClient()) { report in
///     // pass it to whoever owns the ConfigurationLayers
/// }
/// loader.load(try AppIdentifier("launch-EN1234-development"))
/// ```
package typealias ConfigurationLoader = DocumentLoader<PublishedConfigurations>

/// The state machine of a ``ConfigurationLoader``.
package typealias ConfigurationMachine = DocumentMachine<PublishedConfigurations>

extension DocumentLoader where Source == PublishedConfigurations {
    /// Makes a loader that logs failures.
    ///
    /// - Parameters:
    ///   - settings: The source, the cache and the limits.
    ///   - client: The client for requests to servers; not used for `file:` sources.
    ///   - clock: The clock for delays before retries.
    ///   - random: Returns numbers from 0 up to 1 for the jitter of delays; called on any thread.
    ///   - log: The log for failures and problems of the cache.
    ///   - executor: Runs the loader's work: files, parsing, callbacks.
    ///   - observer: Receives the reports of all app ids, one at a time and in order; it may call the loader.
    package convenience init(
        settings: PublishedConfigurations.Settings,
        client: any HTTPClient,
        clock: any HubClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        log: HubLog = .disabled,
        executor: @escaping Executor = { work in work() },
        observer: @escaping Observer
    ) {
        self.init(
            source: PublishedConfigurations(settings: settings, log: log),
            client: client,
            clock: clock,
            random: random,
            executor: executor
        ) { report in
            if case .failed(_, _, let error, let retryIn) = report {
                let next = retryIn.map { "; next try in \($0.inSeconds) s" } ?? ""
                log.warning(PublishedConfigurations.tag, "\(error)\(next)")
            }
            observer(report)
        }
    }
}
