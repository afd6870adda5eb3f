// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Delivery of configurations to an instance.
extension NielsenInstance {
    /// Requests the configuration if the instance waits for one, or a newer one.
    func fetchConfiguration(isRefresh: Bool = false) {
        guard let source = environment.configurationSource, let appInfo, isRefresh || isWaiting else { return }
        // The instance must be releasable while a response is on its way.
        let fetch = ConfigurationFetch(
            source: source,
            appid: appInfo.appid,
            environment: environment,
            isRefresh: isRefresh
        ) { [weak self] outcome in self?.take(outcome) }
        let before = guarded.withLock { guarded in
            defer { guarded.fetch = fetch }
            return guarded.fetch
        }
        before?.cancel()
        fetch.start()
    }

    /// Starts an instance that nothing holds any more, with the environment's configuration or with a requested one.
    func configure() {
        guard environment.configurationSource == nil else { return fetchConfiguration() }
        let time = NielsenTime(environment.clock)
        submit { $0.receive(environment.configuration, at: time) }
    }

    private var isWaiting: Bool { guarded.withLock { $0.waiting != nil && !$0.core.isClosed } }

    private func take(_ outcome: ConfigurationFetch.Outcome) {
        let time = NielsenTime(environment.clock)
        submit { guarded in
            guard !guarded.core.isClosed else { return }
            switch outcome {
            case .received(let configuration):
                guarded.expectNewer(than: configuration, at: time)
                if guarded.waiting != nil {
                    guarded.receive(configuration, at: time)
                } else {
                    guarded.offer(configuration)
                }
            case .confirmed:
                guarded.expectNewer(than: guarded.configuration, at: time)
            case .failed(let error, _, _) where guarded.waiting == nil:
                // Without a network the cached one is used, which is its purpose; an invalid one was published by
                // mistake.
                guard error.logCode == .failedParseConfig else { return }
                let message = error.message + "; the configuration that was kept stays in force"
                let error = NielsenError(.failedParseConfig, message, key: error.key)
                guarded.core.report(error, at: time)
            case .failed(let error, let isFinal, let isUnanswered):
                guarded.core.report(error, at: time)
                if isUnanswered, !isFinal {
                    // Without a network the file may be hours away, and the process need not live that long: what is
                    // watched is measured with the bundled configuration, and waits in the queue.
                    guarded.receive(environment.configuration, at: time)
                } else if isFinal {
                    guarded.failToReceive()
                }
            }
        }
    }
}

/// A running instance applies a newer configuration between two views.
extension NielsenInstance.Guarded {
    /// Records that the configuration is current now.
    mutating func expectNewer(than configuration: NielsenConfiguration, at time: NielsenTime) {
        refreshDue = time.continuous + .seconds(max(60, configuration.maximumAgeSeconds))
    }

    /// Requests a newer configuration with the first call after the present one has become too old.
    mutating func planRefresh() {
        guard let due = refreshDue, core.lastTouched.continuous >= due, core.isMeasuring else { return }
        refreshDue = nil
        perform(.refresh)
    }

    /// Stores a newer configuration until nothing is open.
    mutating func offer(_ configuration: NielsenConfiguration) {
        nextConfiguration = configuration == self.configuration ? nil : Boxed(wrappedValue: configuration)
        applyNextConfiguration()
    }

    /// Ends a page that is followed by another one, if a newer configuration waits for the moment in between.
    mutating func endPage(before call: NielsenCall, at time: NielsenTime) {
        guard nextConfiguration != nil, case .loadMetadata(let values) = call, core.isAnotherPage(values) else {
            return
        }
        core.finishPage(at: time)
        applyNextConfiguration()
    }

    /// Applies the newer configuration, if there is one and no view that began under the present one is open.
    mutating func applyNextConfiguration() {
        guard let configuration = nextConfiguration?.wrappedValue, waiting == nil, !core.hasOpenViews else { return }
        nextConfiguration = nil
        use(configuration)
        core.adopt(configuration.measurement)
    }
}
