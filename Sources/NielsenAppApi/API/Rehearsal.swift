// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What would be sent of the calls that wait for the first configuration, measured with the bundled one.
///
/// Before there is a configuration nothing is sent, and the process may end before the first try to get one does. So the
/// calls are rehearsed as they come, and what they lead to is left with the queue, which sends it where this process
/// ends before it is taken back. With the configuration the calls are measured in earnest, and nothing is left behind.
struct Rehearsal: Sendable {
    private(set) var guarded: NielsenInstance.Guarded
    private(set) var builder: PingBuilder
    private(set) var pings: [NielsenPing] = []
    /// When the pings were left with the queue, and whether calls came since.
    private var left: Instant?
    private var isChanged = true

    /// Up to how many pings everything is left at once; beyond them, and for playheads, every ten seconds.
    private static let fewPings = 64

    /// Begins with what an instance is before its first call.
    init(_ guarded: NielsenInstance.Guarded, _ builder: PingBuilder, _ configuration: NielsenConfiguration) {
        self.guarded = guarded
        self.builder = builder
        guard let time = guarded.waiting?.beginning.time else { return }
        self.guarded.core.effects = []
        self.guarded.receive(configuration, at: time)
        carryOut()
    }

    /// Rehearses a call.
    mutating func perform(_ call: InstanceCall, at time: NielsenTime) {
        guarded.take(call, at: time)
        guarded.core.lastTouched = time
        let before = pings.count
        carryOut()
        if case .call(.playheadPosition) = call, pings.count == before { return }
        isChanged = isChanged || pings.count <= Self.fewPings
    }

    private mutating func carryOut() {
        pings += builder.pings(of: guarded.core.effects)
        guarded.core.effects = []
    }

    /// Whether what came of the calls is to be left with the queue now; true once for each time.
    mutating func isDue(at now: Instant) -> Bool {
        let period = Duration.nanoseconds(NielsenInstance.Guarded.checkpointPeriod)
        guard isChanged || left.map({ now - $0 >= period }) ?? true else { return false }
        left = now
        isChanged = false
        return true
    }
}

extension NielsenInstance {
    /// Begins to rehearse where calls have to wait and pings go to a database.
    func beginRehearsal() {
        let copy = guarded.withLock { $0 }
        guard copy.keepsViews, copy.waiting != nil, let appInfo else { return }
        let configuration = environment.configuration
        let builder = makeBuilder(configuration, appInfo, copy.device)
        rehearsal.withLock { $0 = Rehearsal(copy, builder, configuration) }
        _ = leaveRehearsal()
    }

    func rehearse(_ call: InstanceCall, at time: NielsenTime) {
        rehearsal.withLock { $0?.perform(call, at: time) }
    }

    /// Leaves what was rehearsed with the queue where that is due.
    ///
    /// - Returns: Whether something is rehearsed, so that there is nothing else to send.
    func leaveRehearsal() -> Bool {
        guard let delivery = environment.delivery else { return false }
        let now = environment.clock.now
        let due: Rehearsal? = rehearsal.withLock { $0?.isDue(at: now) == true ? $0 : nil }
        guard let due else { return rehearsal.withLock { $0 != nil } }
        let core = due.guarded.core
        let ends = endPings(of: core, at: core.lastTouched, isCrash: true, due.builder)
        // What is left has to be taken back once there is a configuration, whatever is open then.
        guarded.withLock { $0.hasCheckpoint = true }
        delivery.send([], leaving: due.pings + ends, of: stream)
        return true
    }
}
