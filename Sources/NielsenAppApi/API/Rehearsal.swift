// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A rehearsal of the calls that wait for the first configuration, measured with the built-in one.
///
/// Nothing is sent without a configuration, and the process may end before the first one is received. The calls are
/// therefore rehearsed as they arrive, and the resulting pings are left with the queue, which sends them if this
/// process ends before it takes them back. Once there is a configuration the calls are measured with it, and nothing is
/// left behind.
struct Rehearsal: Sendable {
    private(set) var guarded: NielsenInstance.Guarded
    private(set) var builder: PingBuilder
    private(set) var pings: [NielsenPing] = []
    /// The time at which the pings were left with the queue, and whether calls have been made since.
    private var left: Instant?
    private var isChanged = true

    /// The largest number of pings that are all left immediately; larger numbers, and playheads, are left every ten
    /// seconds.
    private static let fewPings = 64

    /// Begins with the state of an instance before its first call.
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
        guarded.apply(call, at: time)
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

    /// Returns whether the resulting pings are to be left with the queue now; true once for each time.
    mutating func isDue(at now: Instant) -> Bool {
        let period = Duration.nanoseconds(NielsenInstance.Guarded.checkpointPeriod)
        guard isChanged || left.map({ now - $0 >= period }) ?? true else { return false }
        left = now
        isChanged = false
        return true
    }
}

extension NielsenInstance {
    /// Begins a rehearsal if calls have to wait and pings go to a database.
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

    /// Leaves the rehearsed pings with the queue if that is due.
    ///
    /// - Returns: Whether there is a rehearsal, so that there is nothing else to send.
    func leaveRehearsal() -> Bool {
        guard let delivery = environment.delivery else { return false }
        let now = environment.clock.now
        let due: Rehearsal? = rehearsal.withLock { $0?.isDue(at: now) == true ? $0 : nil }
        guard let due else { return rehearsal.withLock { $0 != nil } }
        let core = due.guarded.core
        let ends = endPings(of: core, at: core.lastTouched, isCrash: true, due.builder)
        // What is left behind must be withdrawn once there is a configuration, whatever is open then.
        guarded.withLock { $0.hasCheckpoint = true }
        delivery.send([], leaving: due.pings + ends, of: stream)
        return true
    }
}
