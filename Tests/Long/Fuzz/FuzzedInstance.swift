// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// What instances under test have in common: a clock that only the target moves, and a look at all that comes out.
final class FuzzedInstance: Sendable {
    /// Looks at each address and keeps none.
    private struct PingCheck: NielsenPingSink {
        func send(_ ping: NielsenPing) { FuzzChecks.address(ping.url) }
    }

    /// Adds up what is credited.
    private final class Ledger: NielsenMeasurementSink, Sendable {
        let seconds = Locked<[NielsenLane: Int]>([:])
        let views = Locked(0)

        func measured(_ record: NielsenMeasurementRecord) {
            require(record.seconds >= 0 && record.totalSeconds >= record.seconds, "negative or lost seconds")
            require(Set(record.segments).count == record.segments.count, "a segment is credited twice")
            guard let lane = record.lane, record.kind != .id3 else { return }
            if record.kind == .view { views.withLock { $0 += 1 } }
            seconds.withLock { $0[lane, default: 0] += record.seconds }
        }
    }

    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    let clock: ManualClock
    private let ledger = Ledger()
    let environment: NielsenEnvironment
    private let began: Instant

    /// Makes an instance, whose clock may be another's too.
    init(_ configuration: NielsenConfiguration? = nil, clock: ManualClock = ManualClock()) {
        self.clock = clock
        var environment = NielsenEnvironment(
            clock: clock,
            log: .disabled,
            store: InMemoryKeyValueStore(),
            sink: ledger,
            pings: PingCheck(),
            random: { 7 }
        )
        if let configuration { environment.configuration = configuration }
        self.environment = environment
        began = clock.now
    }

    /// Fails where more was credited than time passed: in each lane, with a second of slack for each view.
    func check() {
        let passed = Int((clock.now - began).inSeconds.rounded(.up))
        let views = ledger.views.withLock { $0 }
        for (lane, seconds) in ledger.seconds.withLock({ $0 }) {
            require(seconds <= passed + views, "\(lane): \(seconds) s are credited of \(passed) s, \(views) views")
        }
    }
}
