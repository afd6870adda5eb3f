// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How an instance gets its configuration.
extension NielsenInstance {
    /// Asks for the configuration where the instance waits for one.
    func fetchConfiguration(_ deliver: @escaping @Sendable (NielsenNotice) -> Void) {
        guard let source = environment.configurationSource, let appInfo, isWaiting else { return }
        let fetch = ConfigurationFetch(source: source, appid: appInfo.appid, environment: environment)
        guarded.withLock { $0.fetch = fetch }
        // The instance must be able to go away while an answer is under way.
        fetch.start { [weak self] outcome in self?.take(outcome, deliver) }
    }

    private var isWaiting: Bool { guarded.withLock { $0.waiting != nil && !$0.core.isClosed } }

    private func take(_ outcome: ConfigurationFetch.Outcome, _ deliver: Deliver) {
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guard !guarded.core.isClosed else { return }
            switch outcome {
            case .received(let configuration):
                // Once there is a configuration, a newer one is only kept for the next start.
                guarded.receive(configuration, at: time)
            case .failed(let error, _, _) where guarded.waiting == nil:
                // Without a network the kept one is what it is there for; a bad one was published by mistake.
                guard error.logCode == .failedParseConfig else { return }
                let message = error.message + "; the configuration that was kept stays in force"
                let error = NielsenError(.failedParseConfig, message, key: error.key)
                guarded.outbox.append(.error(error, at: time.unixMilliseconds))
            case .failed(let error, let isFinal, let isUnanswered):
                guarded.outbox.append(.error(error, at: time.unixMilliseconds))
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
