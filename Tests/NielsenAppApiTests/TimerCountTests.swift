// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// How often an instance sets its timer: as seldom as there is something new to wait for.
struct TimerCountTests {
    /// A clock that tells how long each timer waits, in seconds.
    private final class TellingClock: HubClock {
        private let clock = ManualClock()
        private let told = Locked<[Int64]>([])

        /// What was scheduled since the last look.
        var scheduled: [Int64] {
            told.withLock { told in
                defer { told = [] }
                return told
            }
        }
        var pending: Int { clock.pendingCount }
        var now: Instant { clock.now }
        var date: Date { clock.date }

        func advance(bySeconds seconds: Int) { clock.advance(by: .seconds(seconds)) }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            told.withLock { $0.append(delay.nanoseconds / 1_000_000_000) }
            return clock.schedule(after: delay, work)
        }
    }

    private let clock = TellingClock()

    private func makeApi() throws -> NielsenAppApi {
        try NielsenAppApi.make(
            appInfo: Bench.appInfo,
            environment: NielsenEnvironment(clock: clock, random: makeRepeatableRandom())
        )
    }

    /// A page has one timer, and calls that move nothing set no other one.
    @Test func whatIsWaitedForAlreadyIsNotWaitedForAgain() throws {
        let api = try makeApi()
        #expect(clock.scheduled == [])
        api.loadMetadata(Bench.page)
        #expect(clock.scheduled.count == 1)
        for _ in 0..<5 {
            clock.advance(bySeconds: 1)
            api.updateOTT(["ottStatus": "0"])
            api.loadMetadata(Bench.page)
        }
        #expect(clock.scheduled == [])
        #expect(clock.pending == 1)
        api.staticEnd()
        #expect(clock.scheduled == [])
        #expect(clock.pending == 0)
        // Nothing is open, and nothing more is called off.
        api.staticEnd()
        #expect(clock.scheduled == [])
    }

    /// The deadline of what plays moves on with each playhead, and the timer does not.
    @Test func aDeadlineThatMovesOnSetsNoTimer() throws {
        let api = try makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        api.playheadPosition(0)
        #expect(clock.pending == 1)
        _ = clock.scheduled
        for position in 1..<100 as Range<Int64> {
            clock.advance(bySeconds: 1)
            api.playheadPosition(position)
        }
        #expect(clock.scheduled == [])
        #expect(clock.pending == 1)
        api.shutdown()
        #expect(clock.pending == 0)
    }
}
