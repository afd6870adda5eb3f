// SPDX-License-Identifier: Apache-2.0

import HubServices

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
        builder.withLock { builder in
            guard var made = builder.take() else { return }
            change(&made, &effects)
            builder = made
        }
        for effect in effects {
            switch effect {
            case .ping(let ping):
                tell(.ping(ping))
                made.withLock { $0.append(ping) }
            case .error(let error, let time): carryOut(.error(error, at: time))
            }
        }
    }

    /// Sends the pings that were made, with the open views in the same transaction if they have to be stored.
    func sendMade() {
        guard let pings = environment.pings else { return }
        let batch = made.withLock { made in
            defer { made.removeAll(keepingCapacity: true) }
            return made
        }
        if leaveRehearsal() { return }
        let checkpoint = guarded.withLock { $0.removeCheckpoint(hasPings: !batch.isEmpty) }
        if !batch.isEmpty, let delivery = environment.delivery, delivery.privacyStatus == .unknown {
            // Nothing arrives, and nothing else would give the reason.
            guarded.withLock { guarded in guarded.core.remark(.privacyUnknown) }
        }
        if let checkpoint, let keeper = pings as? any NielsenViewKeeper {
            credit(batch)
            let ends = checkpoint.isOpen ? endPings(of: checkpoint.core, at: checkpoint.time, isCrash: true) : []
            return keeper.send(batch, leaving: ends, of: stream)
        }
        for ping in batch { send(ping, to: pings) }
    }

    /// Returns the pings that would end everything that is open.
    ///
    /// - Parameters:
    ///   - core: The core whose views and sessions are open.
    ///   - time: The time at which they end.
    ///   - isCrash: Whether the pings are marked as left by a crash, to be sent at the next launch; otherwise they are
    ///     only for inspection.
    /// - Returns: The pings, in sending order; empty if nothing is open or no configuration has been loaded.
    func endPings(of core: NielsenCore, at time: NielsenTime, isCrash: Bool) -> [NielsenPing] {
        builder.withLock { $0 }.map { endPings(of: core, at: time, isCrash: isCrash, $0) } ?? []
    }

    func endPings(of core: NielsenCore, at time: NielsenTime, isCrash: Bool, _ builder: PingBuilder) -> [NielsenPing] {
        var (builder, core) = (builder, core)
        core.effects = []
        core.finishAll(at: time)
        if isCrash { builder.noteCrash() } else { builder.stopGuessing() }
        return builder.pings(of: core.effects)
    }

    /// Passes a ping to the sink, which is the app's own code and must not stop measurement by throwing.
    private func send(_ ping: NielsenPing, to pings: any NielsenPingSink) {
        do {
            try pings.send(ping)
            credit([ping])
        } catch {
            let failure = NielsenError(thrown: error, by: "the place for pings", for: ping)
            carryOut(.error(failure, at: NielsenTime(environment.clock).unixMilliseconds))
        }
    }

    /// Records the credits of pings that were accepted for sending.
    private func credit(_ pings: [NielsenPing]) {
        guard pings.contains(where: { $0.credit != nil }) else { return }
        ledger.withLock { ledger in
            for ping in pings { ledger.add(ping) }
        }
    }
}
