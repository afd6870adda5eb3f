// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Timers that a clock cancels too late: they run, and change nothing.
struct LateTimerTests {
    /// A clock that counts what is scheduled, and may never cancel it.
    private final class CountingClock: HubClock {
        private let clock = ManualClock()
        private let count = Locked(0)
        private let cancels: Bool

        init(cancels: Bool) {
            self.cancels = cancels
        }

        var scheduled: Int { count.withLock { $0 } }
        var now: Instant { clock.now }
        var date: Date { clock.date }

        func advance(bySeconds seconds: Int) { clock.advance(by: .seconds(seconds)) }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            count.withLock { $0 += 1 }
            let scheduled = clock.schedule(after: delay, work)
            return cancels ? scheduled : ScheduledWork {}
        }
    }

    /// Pages and a view that end before their timers, and others that their timers end.
    private func records(_ clock: CountingClock) throws -> [String] {
        let sink = NielsenRecordingMeasurementSink()
        let environment = NielsenEnvironment(clock: clock, sink: sink, random: makeRepeatableRandom())
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        api.loadMetadata(["type": "static", "section": "first"])
        clock.advance(bySeconds: 10)
        api.staticEnd()
        clock.advance(bySeconds: 10)
        api.loadMetadata(["type": "static", "section": "second"])
        clock.advance(bySeconds: 700)
        api.staticEnd()
        api.play()
        api.loadMetadata(Bench.content)
        for position in 0..<40 as Range<Int64> {
            api.playheadPosition(position)
            clock.advance(bySeconds: 1)
        }
        api.end()
        clock.advance(bySeconds: 100)
        api.play()
        api.loadMetadata(Bench.content("other"))
        api.playheadPosition(0)
        clock.advance(bySeconds: 4_000)
        api.shutdown()
        clock.advance(bySeconds: 100_000)
        return sink.records.map { "\($0.kind) \($0.lane?.rawValue ?? "-") \($0.assetid) \($0.seconds) \($0.time)" }
    }

    @Test func aTimerThatRunsAfterItsCancellationChangesNothing() throws {
        let (usual, late) = (CountingClock(cancels: true), CountingClock(cancels: false))
        let expected = try records(usual)
        #expect(expected.count > 6)
        #expect(try records(late) == expected)
        // An instance sets no timer in the place of one that is not its own any more.
        #expect(late.scheduled == usual.scheduled)
    }
}
