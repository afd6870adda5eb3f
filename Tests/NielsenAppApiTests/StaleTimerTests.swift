// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A timer that is not wanted any more when the clock has just set it, because of a call meanwhile.
struct StaleTimerTests {
    /// A clock that lets a test act while it sets a timer.
    private final class HookedClock: HubClock {
        let base = ManualClock()
        private let hook = Locked<(@Sendable () -> Void)?>(nil)

        var now: Instant { base.now }
        var date: Date { base.date }

        func atNextTimer(_ work: @escaping @Sendable () -> Void) { hook.withLock { $0 = work } }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            let scheduled = base.schedule(after: delay, work)
            let meanwhile = hook.withLock { hook in
                defer { hook = nil }
                return hook
            }
            meanwhile?()
            return scheduled
        }
    }

    private let clock = HookedClock()

    private func makeApi() throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: Bench.appInfo, environment: NielsenEnvironment(clock: clock, random: { 7 }))
    }

    @Test func aTimerOfAPageThatHasEndedIsCalledOff() throws {
        let api = try makeApi()
        clock.atNextTimer { [api] in api.staticEnd() }
        api.loadMetadata(Bench.page)
        #expect(clock.base.pendingCount == 0)
    }

    /// A later page is waited for by one timer alone.
    @Test func aTimerOfAnEarlierPageIsCalledOff() throws {
        let api = try makeApi()
        clock.atNextTimer { [api] in
            api.staticEnd()
            api.loadMetadata(["type": "static", "section": "News"])
        }
        api.loadMetadata(Bench.page)
        #expect(clock.base.pendingCount == 1)
        api.staticEnd()
        #expect(clock.base.pendingCount == 0)
    }
}
