// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The effects that the instance performs for its core.
extension NielsenInstance {
    func carryOut(_ effect: NielsenEffect) {
        switch effect {
        case .record(let record):
            environment.sink.measured(record)
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
            let notice = NielsenErrorNotice(error: error, time: time)
            guarded.withLock { $0.lastError = notice }
            tell(.error(code: error.code, text: error.message, time: time))
            deliver(.error(notice))
        case .event(let code, let time):
            let notice = NielsenEventNotice(code: code, time: time)
            guarded.withLock { $0.lastEvent = notice }
            tell(.event(code: Int(code.rawValue), text: code.text, time: time))
            deliver(.event(notice))
        case .remark(let level, let remark):
            write(level, remark.description)
            guard level <= .warning, let code = remark.code else { return }
            let notice = NielsenRemark(code: code, message: remark.message, date: environment.clock.date)
            guarded.withLock { $0.lastRemark = notice }
            tell(.remark(notice))
            deliver(.remark(notice))
        case .checkpoint:
            break  // What is open is written with the pings of the same batch.
        case .timer(let due, let serial):
            setTimer(due, serial)
        case .persistOptOut(let choice):
            persist(choice)
        case .watch(let watch):
            self.watch(watch)
        case .shell(let effect):
            if let effect = effect as? InstanceEffect { carryOut(effect) }
        }
    }

    private func carryOut(_ effect: InstanceEffect) {
        switch effect {
        case .answer(let answer, let time):
            tell(.answer(answer))
            build { $0.applyAnswer(answer, at: time, into: &$1) }
        case .configure(let configuration):
            configure(configuration)
        case .refresh:
            fetchConfiguration(isRefresh: true)
        case .rehearse(let call, let time):
            rehearse(call, at: time)
        case .stopRehearsal:
            rehearsal.withLock { $0 = nil }
        }
    }

    private func configure(_ configuration: NielsenConfiguration) {
        tell(.configuration(configuration))
        guard let pings = environment.pings, let appInfo else { return }
        let device = guarded.withLock { $0.device }
        pings.attach(stream: stream, configuration: configuration) { [weak self] error in self?.report(error) }
        hearAnswers()
        rehearsal.withLock { $0 = nil }
        var made = makeBuilder(configuration, appInfo, device)
        builder.withLock { builder in
            if let before = builder { made.goOn(from: before) }
            builder = made
        }
        if environment.delivery != nil, let address = configuration.plan.loopbackCollector {
            carryOut(.remark(.warning, .collectorIsLoopback(address)))
        }
        if !configuration.plan.unencrypted.isEmpty {
            let names = configuration.plan.unencrypted.joined(separator: ", ")
            carryOut(.remark(.warning, .unencrypted(names)))
        }
        for (product, cadence) in configuration.plan.idleProcessors {
            let right = product.cadences.map(\.rawValue).sorted().joined(separator: ", ")
            let message = "the processor \(cadence.rawValue) of \(product.rawValue) cannot be started; use \(right)"
            let error = NielsenError(.failedStartProcessor, message, key: "cadence")
            carryOut(.error(error, at: NielsenTime(environment.clock).unixMilliseconds))
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
        let device = guarded.withLock { $0.device }
        let identities = environment.identities
        let identity = identities.identity(
            device: device,
            privacy: privacy,
            firstPartyIsOver: renewsFirstParty,
            now: time.unixMilliseconds,
            failures: &failures
        )
        guarded.withLock { guarded in
            guarded.identity = identity
            guarded.core.firstPartyDue = identity.firstPartyDue(lifetime: identities.firstPartyLifetime, at: time)
        }
        tell(knownIdentity)
        build { builder, _ in builder.identify(identity, privacy, device, environment.random) }
        for error in NielsenError.errors(for: failures) {
            carryOut(.error(error, at: time.unixMilliseconds))
        }
    }

    /// Reports an error of the delivery.
    private func report(_ error: NielsenError) {
        let time = NielsenTime(environment.clock)
        submit { $0.core.report(error, at: time) }
    }

    // MARK: - Helpers
}
