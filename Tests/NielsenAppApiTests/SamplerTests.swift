// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import NielsenAppApi

/// How often the screen is looked at.
struct SamplerTests {
    /// A clock that cancels nothing.
    private struct LateClock: HubClock {
        let base: ManualClock

        var now: Instant { base.now }
        var date: Date { base.date }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            _ = base.schedule(after: delay, work)
            return ScheduledWork {}
        }
    }

    /// What an app passes to look in.
    private final class Window {}

    private let clock = ManualClock()
    private let screen = CountedScreen()
    private let sampler: ViewabilitySampler

    init() {
        sampler = ViewabilitySampler(clock: clock, source: screen)
    }

    private func begin() { sampler.set(ViewabilityRequest(viewTag: "7")) { _, _ in } }

    @Test func withoutAViewThereIsNothingToLookAt() {
        sampler.watch(.once, every: .seconds(1))
        sampler.watch(.repeatedly, every: .seconds(1))
        clock.advance(by: .seconds(10))
        #expect(screen.looks == 0)
        #expect(clock.pendingCount == 0)
    }

    @Test func aLookMayBeForOnce() {
        begin()
        sampler.watch(.once, every: .seconds(1))
        #expect(screen.looks == 1)
        #expect(clock.pendingCount == 0)
        clock.advance(by: .seconds(10))
        #expect(screen.looks == 1)
    }

    @Test func looksComeAtOnceAndAfterEachInterval() {
        begin()
        sampler.watch(.repeatedly, every: .seconds(1))
        #expect(screen.looks == 1)
        clock.advance(by: .seconds(1) + .nanoseconds(-1))
        #expect(screen.looks == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(screen.looks == 2)
        for count in 3...5 {
            clock.advance(by: .seconds(1))
            #expect(screen.looks == count)
        }
        #expect(clock.pendingCount == 1)
    }

    /// There is one schedule, however often it is asked for.
    @Test func anotherIntervalReplacesTheOneBefore() {
        begin()
        sampler.watch(.repeatedly, every: .seconds(1))
        sampler.watch(.repeatedly, every: .seconds(3))
        #expect(screen.looks == 2)
        #expect(clock.pendingCount == 1)
        clock.advance(by: .seconds(2))
        #expect(screen.looks == 2)
        clock.advance(by: .seconds(1))
        #expect(screen.looks == 3)
    }

    @Test func nothingIsLookedAtAfterTheEnd() {
        begin()
        sampler.watch(.repeatedly, every: .seconds(1))
        sampler.watch(.never, every: .seconds(1))
        #expect(clock.pendingCount == 0)
        clock.advance(by: .seconds(10))
        #expect(screen.looks == 1)
        sampler.watch(.repeatedly, every: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(screen.looks == 3)
    }

    /// Work that is called off too late runs, and looks at nothing.
    @Test func aLateTimerLooksAtNothing() {
        let sampler = ViewabilitySampler(clock: LateClock(base: clock), source: screen)
        sampler.set(ViewabilityRequest(viewTag: "7")) { _, _ in }
        sampler.watch(.repeatedly, every: .seconds(1))
        sampler.watch(.never, every: .seconds(1))
        clock.advance(by: .seconds(10))
        #expect(screen.looks == 1)
        #expect(clock.pendingCount == 0)
    }

    /// The setting in milliseconds, and the interval that counts.
    @Test(arguments: [(0, 50), (49, 50), (50, 50), (51, 51), (250, 250)])
    func aScreenIsLookedAtTwentyTimesASecondAtMost(_ setting: Int, _ interval: Int) throws {
        let bench = Bench()
        var environment = bench.environment { $0.viewability.sampleIntervalMilliseconds = setting }
        environment.viewability = screen
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        let window = Window()
        api.trackViewability(["viewTag": "7", "viewContainer": window])
        api.loadMetadata(Bench.content)
        api.playheadPosition(0)
        let looks = screen.looks
        #expect(looks > 0)
        bench.clock.advance(by: .milliseconds(interval) + .nanoseconds(-1))
        #expect(screen.looks == looks)
        bench.clock.advance(by: .nanoseconds(1))
        #expect(screen.looks == looks + 1)
        withExtendedLifetime(window) { api.shutdown() }
    }
}
