// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Fetches the configuration of one instance: from a file, or from the cache and a server, with retries.
final class ConfigurationFetch: Sendable {
    /// The outcome of a fetch.
    enum Outcome: Sendable {
        /// A configuration that was read as a whole.
        case received(NielsenConfiguration)
        /// The configuration in use is current.
        case confirmed
        /// Error 4 or 5; final where there will be no further try. Nobody answered where there is no network.
        case failed(NielsenError, isFinal: Bool, isUnanswered: Bool = false)
    }

    typealias Deliver = @Sendable (Outcome) -> Void

    private let appid: String
    private let loader: DocumentLoader<SDKConfigurations>

    /// Describes a fetch.
    ///
    /// - Parameters:
    ///   - source: Where configurations are.
    ///   - appid: The app id of the instance.
    ///   - environment: The environment of the instance.
    ///   - isRefresh: Whether there is a configuration already, so that the kept one is nothing new.
    ///   - deliver: Receives what comes out, on any thread.
    init(
        source: NielsenConfigurationSource,
        appid: String,
        environment: NielsenEnvironment,
        isRefresh: Bool,
        deliver: @escaping Deliver
    ) {
        self.appid = appid
        // The last failure, so that it is reported once and not at each try.
        let told = Locked<NielsenError?>(nil)
        loader = DocumentLoader(
            source: SDKConfigurations(source: source, environment: environment),
            client: source.client,
            clock: environment.clock,
            random: { Double(environment.random() >> 11) * 0x1p-53 }
        ) { report in
            switch report {
            case .selected(_, _, cached: let kept?) where !isRefresh:
                // A start must not wait for the network where there is a good configuration.
                deliver(.received(kept.configuration))
            case .loaded(let document, _):
                deliver(document.isFromCache ? .confirmed : .received(document.configuration))
            case .failed(_, _, let failure, retryIn: nil):
                deliver(.failed(failure.error, isFinal: true))
            case .failed(_, _, let failure, _):
                let isNews = told.withLock { told in
                    defer { told = failure.error }
                    return told?.description != failure.error.description
                }
                if isNews { deliver(.failed(failure.error, isFinal: false, isUnanswered: failure.isUnanswered)) }
            case .selected, .superseded:
                break
            }
        }
    }

    /// Begins; the outcome may come before this returns.
    func start() {
        loader.load(appid)
    }

    /// Cancels the fetch: no outcome is delivered any more.
    func cancel() {
        loader.stop()
    }
}
