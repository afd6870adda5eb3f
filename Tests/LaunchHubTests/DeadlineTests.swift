// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHub

/// Deadlines of code that could not run because the process was stopped.
struct DeadlineTests {
    /// A clock whose work runs when the test says so, however late that is.
    private final class LateClock: HubClock {
        private struct State {
            var now = Instant.zero
            var works: [Int: @Sendable () -> Void] = [:]
            var delays: [Duration] = []
        }

        private let state = Locked(State())

        var now: Instant { state.withLock { $0.now } }
        var date: Date { Date(timeIntervalSince1970: 0) }
        var delays: [Duration] { state.withLock { $0.delays } }
        var pendingCount: Int { state.withLock { $0.works.count } }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            let number = state.withLock { state in
                state.delays.append(delay)
                state.works[state.delays.count] = work
                return state.delays.count
            }
            return ScheduledWork { [self] in state.withLock { _ = $0.works.removeValue(forKey: number) } }
        }

        /// Lets time pass, and runs all work.
        func run(after time: Duration) {
            let works = state.withLock { state in
                state.now = state.now + time
                defer { state.works.removeAll() }
                return Array(state.works.values)
            }
            works.forEach { $0() }
        }
    }

    private let clock = LateClock()
    private let ends = Locked(0)

    private func deadline() -> Deadline {
        Deadline(after: .seconds(5), clock) { [ends] in ends.withLock { $0 += 1 } }
    }

    @Test(arguments: [5_000, 5_999]) func itEndsInTimeOrALittleLater(milliseconds: Int) {
        let deadline = deadline()
        clock.run(after: .milliseconds(milliseconds))
        #expect(ends.withLock { $0 } == 1)
        #expect(clock.delays == [.seconds(5)])
        deadline.cancel()
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func itBeginsAnewWhereTheProcessWasStopped() {
        let deadline = deadline()
        clock.run(after: .seconds(6))
        clock.run(after: .seconds(3_600))
        #expect(ends.withLock { $0 } == 0)
        clock.run(after: .seconds(5))
        #expect(ends.withLock { $0 } == 1)
        #expect(clock.delays == [.seconds(5), .seconds(5), .seconds(5)])
        deadline.cancel()
    }

    @Test func itMayBePutOffByAnotherTime() {
        let deadline = Deadline(after: .seconds(5), extra: .seconds(1), clock) { [ends] in ends.withLock { $0 += 1 } }
        clock.run(after: .seconds(3_600))
        #expect(ends.withLock { $0 } == 0)
        clock.run(after: .seconds(1))
        #expect(ends.withLock { $0 } == 1)
        #expect(clock.delays == [.seconds(5), .seconds(1)])
        deadline.cancel()
    }

    @Test func oneThatWasOverBeforeIsNotLate() {
        let deadline = Deadline(after: .seconds(-3_600), clock) { [ends] in ends.withLock { $0 += 1 } }
        clock.run(after: .zero)
        #expect(ends.withLock { $0 } == 1)
        deadline.cancel()
    }

    @Test func whatIsCancelledKeepsNothingAlive() {
        let isFreed = Locked(false)
        let deadline: Deadline
        do {
            let canary = Canary { isFreed.withLock { $0 = true } }
            deadline = Deadline(after: .seconds(5), clock) { canary.sing() }
        }
        #expect(!isFreed.withLock { $0 })
        deadline.cancel()
        #expect(isFreed.withLock { $0 })
        deadline.cancel()
    }

    @Test func whatIsCancelledLeavesNothingBehind() {
        let deadline = deadline()
        clock.run(after: .seconds(3_600))
        #expect(clock.pendingCount == 1)
        deadline.cancel()
        deadline.cancel()
        #expect(clock.pendingCount == 0)
        clock.run(after: .seconds(5))
        #expect(ends.withLock { $0 } == 0)
    }
}
