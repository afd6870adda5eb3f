// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

struct ManualClockTests {
    @Test func runsWorkInOrderOfItsTime() {
        let clock = ManualClock()
        let order = Locked<[String]>([])
        clock.schedule(after: .seconds(2)) { order.withLock { $0.append("second") } }
        clock.schedule(after: .seconds(1)) {
            order.withLock { $0.append("first") }
            clock.schedule(after: .milliseconds(500)) { order.withLock { $0.append("nested") } }
        }
        clock.advance(by: .seconds(2))
        #expect(order.withLock { $0 } == ["first", "nested", "second"])
        #expect(clock.now == Instant(nanoseconds: 2_000_000_000))
    }

    @Test func aDeviceThatSleepsHasALaterDateAndNoWork() {
        let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000))
        clock.schedule(after: .seconds(2)) { Issue.record("nothing runs while the device sleeps") }
        clock.sleep(for: .seconds(60))
        clock.sleep(for: .seconds(-5))
        clock.advance(by: .seconds(1))
        #expect(clock.now == .zero + .seconds(1))
        #expect(clock.continuousNow == .zero + .seconds(61))
        #expect(clock.date == Date(timeIntervalSince1970: 1_061))
    }

    @Test func theClockOfTheSystemGoesOnOnBothInstants() {
        let clock = SystemClock()
        let (awake, continuous) = (clock.now, clock.continuousNow)
        #expect(continuous >= awake)
        #expect(clock.now >= awake && clock.continuousNow >= continuous)
    }

    @Test func aManualClockRunsWorkOfOneTimeInItsOrder() {
        let start = Date(timeIntervalSince1970: 1_000)
        let clock = ManualClock(date: start)
        let ran = Locked<[String]>([])
        func add(_ name: String, _ delay: Duration) -> ScheduledWork {
            clock.schedule(after: delay) { ran.withLock { $0.append("\(name) at \(clock.now.nanoseconds)") } }
        }
        _ = add("late", .nanoseconds(6))
        _ = add("first", .nanoseconds(5))
        let second = add("second", .nanoseconds(5))
        _ = add("third", .nanoseconds(5))
        _ = add("now", .seconds(-1))
        #expect(clock.pendingCount == 5)
        #expect(clock.nextDue == .zero)
        second.cancel()
        #expect(clock.pendingCount == 4)
        clock.advance(by: .nanoseconds(4))
        #expect(ran.withLock { $0 } == ["now at 0"])
        #expect(clock.nextDue == Instant(nanoseconds: 5))
        clock.advance(by: .nanoseconds(1))
        #expect(ran.withLock { $0 } == ["now at 0", "first at 5", "third at 5"])
        // It does not go back.
        clock.advance(by: .seconds(-1))
        clock.advance(to: .zero)
        #expect(clock.now == Instant(nanoseconds: 5))
        clock.advance(to: Instant(nanoseconds: 2_000_000_000))
        #expect(ran.withLock { $0 }.last == "late at 6")
        #expect(clock.pendingCount == 0 && clock.nextDue == nil)
        #expect(clock.date == start.addingTimeInterval(2))
        second.cancel()
    }
}
