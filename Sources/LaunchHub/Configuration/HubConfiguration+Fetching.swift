// SPDX-License-Identifier: Apache-2.0

package import Foundation
public import HubServices

extension HubConfiguration {
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

    func replaceLoader(_ change: (inout State) -> Void) {
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

    /// Asks whether there is a newer configuration of the app id, or joins the request that is already on its way.
    package func renew() {
        if let appID = layers.appID { configure(appID, completion: nil) }
    }

    func configure(_ appID: AppIdentifier, completion: (@Sendable (ConfigurationError?) -> Void)?) {
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
            PublishedConfigurations(from: source, cacheFolder: options.cacheFolder, log: log),
            client: client,
            clock: clock
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

    // MARK: - Means that parts beside the core use too

    /// The folder in which the hub keeps what outlives the process; nil if it keeps nothing.
    package var folder: URL? { options.folder }

    /// Returns the client in use for requests to servers, or a new one of the same kind.
    package func makeClient() -> any HTTPClient {
        state.withLock { $0.client } ?? options.client()
    }
}
