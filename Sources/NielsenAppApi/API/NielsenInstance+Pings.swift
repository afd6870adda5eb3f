// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenDelivery
package import NielsenPings

/// A place for pings that keeps those of open views as well, for the case that the process ends.
package protocol NielsenViewKeeper: NielsenPingSink {
    /// Sends pings, and keeps those that would end the views that are open.
    ///
    /// - Parameters:
    ///   - pings: The pings to send.
    ///   - open: The pings of open views, in the place of those that were kept before.
    ///   - stream: The stream of the instance.
    func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String)
}

extension NielsenPingDelivery: NielsenViewKeeper {}

/// What the way of pings has to remember; only the thread that performs effects changes it.
struct PingWork: Sendable {
    /// The ping builder; nil before the first configuration.
    var builder: PingBuilder?
    /// Pings that were made and not sent yet.
    var made: [NielsenPing] = []
    /// The credits of the pings that were accepted for sending.
    var ledger: CreditLedger

    init(ledgerLimit: Int) {
        ledger = CreditLedger(limit: ledgerLimit)
    }
}

/// The way from records to pings, and to their sender.
extension NielsenInstance {
    func makeBuilder(
        _ configuration: NielsenConfiguration,
        _ appInfo: NielsenAppInfo,
        _ device: NielsenDevice
    ) -> PingBuilder {
        PingBuilder(
            configuration: configuration,
            stream: stream,
            appInfo: appInfo.values,
            identity: identity,
            privacy: privacy,
            device: device,
            random: environment.random
        )
    }

    /// Makes pings and passes them on, outside any lock.
    func build(_ change: (inout PingBuilder, inout [PingBuilder.Effect]) -> Void) {
        guard environment.pings != nil else { return }
        var effects: [PingBuilder.Effect] = []
        pings.withLock { pings in
            guard var builder = pings.builder.take() else { return }
            change(&builder, &effects)
            pings.builder = builder
        }
        for effect in effects {
            switch effect {
            case .ping(let ping):
                tell(.ping(ping))
                pings.withLock { $0.made.append(ping) }
            case .error(let error, let time): carryOut(.measured(.error(error, at: time)))
            }
        }
    }

    /// Sends the pings that were made, with the open views in the same transaction if they have to be stored.
    func sendMade() {
        guard let sink = environment.pings else { return }
        let batch = pings.withLock { pings in
            defer { pings.made = [] }
            return pings.made
        }
        let open = guarded.withLock { $0.removeCheckpoint(hasPings: !batch.isEmpty) }
        if !batch.isEmpty, let delivery = environment.delivery, delivery.privacyStatus == .unknown {
            // Nothing arrives, and nothing else would give the reason.
            guarded.withLock { state in state.core.remark(.privacyUnknown) }
        }
        if let open, let keeper = sink as? any NielsenViewKeeper {
            credit(batch)
            return keeper.send(batch, leaving: leftPings(of: open), of: stream)
        }
        for ping in batch { send(ping, to: sink) }
    }

    /// Returns the pings that are left if the process ends.
    ///
    /// Nothing is sent without a configuration, and the process may end before the first one is received. The calls that
    /// wait for it are therefore measured with the built-in one, for the queue, which sends the pings if this process ends
    /// before it takes them back. Once there is a configuration the calls are measured with it.
    private func leftPings(of core: NielsenCore) -> [NielsenPing] {
        guard core.waitsForFirst, let appInfo else {
            return core.hasOpenViews ? endPings(of: core, at: core.lastTouched, isCrash: true) : []
        }
        var core = core
        let configuration = environment.configuration
        core.rehearse(with: configuration.measurement)
        var builder = makeBuilder(configuration, appInfo, core.device)
        let pings = builder.pings(of: core.effects)
        return pings + endPings(of: core, at: core.lastTouched, isCrash: true, builder)
    }

    /// Returns the pings that would end everything that is open.
    ///
    /// - Parameters:
    ///   - core: The core whose views and sessions are open.
    ///   - time: The time at which they end.
    ///   - isCrash: Whether the pings are marked as left by a crash, to be sent at the next launch; otherwise they are
    ///     only for inspection.
    ///   - builder: The builder; nil for the one in use.
    /// - Returns: The pings, in sending order; empty if nothing is open or no configuration has been loaded.
    func endPings(
        of core: NielsenCore,
        at time: NielsenTime,
        isCrash: Bool,
        _ builder: PingBuilder? = nil
    ) -> [NielsenPing] {
        guard var builder = builder ?? pings.withLock({ $0.builder }) else { return [] }
        var core = core
        core.effects = []
        core.finishAll(at: time)
        if isCrash { builder.noteCrash() } else { builder.stopGuessing() }
        return builder.pings(of: core.effects)
    }

    /// Passes a ping to the sink, which is the app's own code and must not stop measurement by throwing.
    private func send(_ ping: NielsenPing, to sink: any NielsenPingSink) {
        do {
            try sink.send(ping)
            credit([ping])
        } catch {
            report(NielsenError(thrown: error, by: "the place for pings", for: ping))
        }
    }

    /// Records the credits of pings that were accepted for sending.
    private func credit(_ batch: [NielsenPing]) {
        guard batch.contains(where: { $0.credit != nil }) else { return }
        pings.withLock { pings in
            for ping in batch { pings.ledger.add(ping) }
        }
    }

    // MARK: - Responses

    /// Registers for the responses to this instance's pings, if the sink reports them.
    func hearAnswers() {
        environment.delivery?.setHostListener(forStream: stream) { [weak self] in self?.follow($0) }
        guard let sink = environment.pings as? any NielsenAnsweringPingSink else { return }
        // The instance must be releasable while a response is on its way.
        sink.setAnswerListener(forStream: stream) { [weak self] answer in self?.handle(answer) }
    }

    func hearNoAnswers() {
        environment.delivery?.setHostListener(forStream: stream, nil)
        (environment.pings as? any NielsenAnsweringPingSink)?.setAnswerListener(forStream: stream, nil)
    }

    /// Begins anew after an opt-out of the host.
    private func follow(_ choice: HostChoice) {
        let time = NielsenTime(environment.clock)
        submit { state in
            switch choice {
            case .abandon: state.core.abandon(at: time)
            case .begin: state.core.beginTelling(at: time)
            }
        }
    }

    private func handle(_ answer: NielsenPingAnswer) {
        let time = NielsenTime(environment.clock)
        submit { state in
            guard !state.core.isClosed else { return }
            state.perform(.answer(answer, at: time.unixMilliseconds))
        }
    }
}
