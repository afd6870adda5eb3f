// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The effects that the instance performs for its state and its core.
extension NielsenInstance {
    func carryOut(_ effect: InstanceEffect) {
        switch effect {
        case .measured(let effect):
            carryOut(effect)
        case .answer(let answer, let time):
            tell(.answer(answer))
            build { $0.applyAnswer(answer, at: time, into: &$1) }
        case .configure(let configuration):
            configure(configuration)
        case .refresh:
            fetchConfiguration(isRefresh: true)
        case .checkpoint:
            break  // What is open is written with the pings of the same batch.
        case .timer(let due, let serial):
            setTimer(due, serial)
        }
    }

    private func carryOut(_ effect: NielsenEffect) {
        switch effect {
        case .record(let record):
            environment.sink?.measured(record)
            tell(.record(record))
            build { $0.addRecord(record, into: &$1) }
        case .boundary(let boundary, let view, let playhead, let time):
            build { $0.crossBoundary(boundary, of: view, playhead: playhead, at: time, into: &$1) }
        case .identify(let privacy, let renewsFirstParty, let time):
            identify(privacy, renewsFirstParty: renewsFirstParty, at: time)
        case .device(let device):
            build { builder, _ in builder.change(device, environment.random) }
        case .button(let button, let view, let playhead, let origin, let time):
            build { builder, _ in
                builder.noteButton(button, of: view, playhead: playhead, from: origin, at: time)
            }
        case .buttonEnd:
            build { builder, _ in builder.endButton() }
        case .error(let error, let time):
            write(.error, error.description)
            let notice = CodedNotice(error, at: time)
            guarded.withLock { $0.lastError = notice }
            tell(.error(code: notice.code, text: notice.text, time: time))
            deliver(.error(notice))
        case .event(let code, let time):
            let notice = CodedNotice(code, at: time)
            guarded.withLock { $0.lastEvent = notice }
            tell(.event(code: notice.code, text: notice.text, time: time))
            deliver(.event(notice))
        case .remark(let level, let remark):
            report(remark, level)
        case .configured:
            break  // The state has the configuration for it.
        case .retry:
            fetchConfiguration()
        case .persistOptOut(let choice):
            persist(choice)
        case .watch(let watch):
            self.watch(watch)
        }
    }

    /// Reports an error of the shell's own, now.
    func report(_ error: NielsenError) {
        carryOut(.error(error, at: NielsenTime(environment.clock).unixMilliseconds))
    }

    private func report(_ remark: CoreRemark, _ level: LogLevel) {
        write(level, remark.description)
        guard level <= .warning, let code = remark.code else { return }
        let notice = NielsenRemark(code: code, message: remark.message, date: environment.clock.date)
        guarded.withLock { $0.lastRemark = notice }
        tell(.remark(notice))
        deliver(.remark(notice))
    }

    private func configure(_ configuration: NielsenConfiguration) {
        tell(.configuration(configuration))
        guard let sink = environment.pings, let appInfo else { return }
        sink.attach(stream: stream, configuration: configuration) { [weak self] error in
            guard let self else { return }
            let time = NielsenTime(environment.clock)
            submit { $0.core.report(error, at: time) }
        }
        hearAnswers()
        let device = guarded.withLock { $0.core.device }
        var made = makeBuilder(configuration, appInfo, device)
        pings.withLock { pings in
            if let before = pings.builder { made.goOn(from: before) }
            pings.builder = made
        }
        if environment.delivery != nil, let address = configuration.plan.loopbackCollector {
            report(.collectorIsLoopback(address), .warning)
        }
        if !configuration.plan.unencrypted.isEmpty {
            report(.unencrypted(configuration.plan.unencrypted.joined(separator: ", ")), .warning)
        }
        for (product, cadence) in configuration.plan.idleProcessors {
            let right = product.cadences.map(\.rawValue).sorted().joined(separator: ", ")
            let message = "the processor \(cadence.rawValue) of \(product.rawValue) cannot be started; use \(right)"
            report(NielsenError(.failedStartProcessor, message, key: "cadence"))
        }
    }

    /// Makes the identifiers again from what is known now.
    private func identify(
        _ privacy: NielsenPrivacy,
        renewsFirstParty: Bool,
        at time: NielsenTime
    ) {
        environment.delivery?.dropConnections()
        var failures: [StorageError] = []
        let device = guarded.withLock { $0.core.device }
        let identities = environment.identities
        let identity = identities.identity(
            device: device,
            privacy: privacy,
            firstPartyIsOver: renewsFirstParty,
            now: time.unixMilliseconds,
            failures: &failures
        )
        guarded.withLock { state in
            state.identity = identity
            state.core.firstPartyDue = identity.firstPartyDue(lifetime: identities.firstPartyLifetime, at: time)
        }
        tell(knownIdentity)
        build { builder, _ in builder.identify(identity, privacy, device, environment.random) }
        for error in NielsenError.errors(for: failures) {
            carryOut(.error(error, at: time.unixMilliseconds))
        }
    }

    private func persist(_ choice: Bool) {
        do {
            try environment.store.set(.bool(choice), forKey: NielsenKeptKeys.optOut)
            guarded.withLock { $0.core.noteKeptChoice() }
        } catch {
            report(NielsenError(error, "the opt-out choice could not be kept: "))
        }
    }

    /// Examines the screen as often as the core requests.
    func watch(_ watch: ViewabilityWatch) {
        let interval = guarded.withLock { $0.configuration.viewability.sampleIntervalMilliseconds }
        sampler.watch(watch, every: .milliseconds(max(50, interval)))
    }

    // MARK: - The timer

    private func setTimer(_ due: Instant?, _ serial: UInt64) {
        let old = guarded.withLock { state in
            defer { state.timer.work = nil }
            return state.timer.work
        }
        old?.cancel()
        guard let due else { return }
        let delay = max(.zero, due - environment.clock.now)
        let work = environment.clock.schedule(after: delay) { [weak self] in
            guard let self else { return }
            let time = NielsenTime(environment.clock)
            // What only the timer reports is reported under the choice that another instance may have made.
            submit(at: time, isOften: true) { $0.wake(serial, at: time) }
        }
        let isCurrent = guarded.withLock { state in
            guard state.timer.serial == serial, state.timer.due != nil else { return false }
            state.timer.work = work
            return true
        }
        if !isCurrent { work.cancel() }
    }

    // MARK: - The configuration

    /// Requests the configuration if the instance waits for one, or a newer one.
    func fetchConfiguration(isRefresh: Bool = false) {
        guard let source = environment.configurationSource, let appInfo,
            isRefresh || guarded.withLock({ $0.core.isWaiting })
        else { return }
        // The instance must be releasable while a response is on its way.
        let fetch = ConfigurationFetch(
            source: source,
            appid: appInfo.appid,
            environment: environment,
            isRefresh: isRefresh
        ) { [weak self] outcome in self?.take(outcome) }
        let before = guarded.withLock { state in
            defer { state.fetch = fetch }
            return state.fetch
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

    private func take(_ outcome: ConfigurationFetch.Outcome) {
        let time = NielsenTime(environment.clock)
        submit { state in
            guard !state.core.isClosed else { return }
            let isWaiting = state.core.isWaiting
            switch outcome {
            case .received(let configuration):
                state.expectNewer(than: configuration, at: time)
                if isWaiting {
                    state.receive(configuration, at: time)
                } else {
                    state.offer(configuration)
                }
            case .confirmed:
                state.expectNewer(than: state.configuration, at: time)
            case .failed(let error, _, _) where !isWaiting:
                // Without a network the cached one is used, which is its purpose; an invalid one was published by
                // mistake.
                guard error.logCode == .failedParseConfig else { return }
                let message = error.message + "; the configuration that was kept stays in force"
                state.core.report(NielsenError(.failedParseConfig, message, key: error.key), at: time)
            case .failed(let error, let isFinal, let isUnanswered):
                state.core.report(error, at: time)
                if isUnanswered, !isFinal {
                    // Without a network the file may be hours away, and the process need not live that long: what is
                    // watched is measured with the bundled configuration, and waits in the queue.
                    state.receive(environment.configuration, at: time)
                } else if isFinal {
                    state.core.failToReceive()
                }
            }
        }
    }
}
