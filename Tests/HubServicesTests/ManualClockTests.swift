// SPDX-License-Identifier: Apache-2.0

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

    @Test func forgetsWorkThatWasCalledOff() {
        let clock = ManualClock()
        let ran = Locked(false)
        let work = clock.schedule(after: .seconds(1)) { ran.withLock { $0 = true } }
        work.cancel()
        clock.advance(by: .seconds(10))
        #expect(!ran.withLock { $0 })
        #expect(clock.pendingCount == 0)
    }
}
