// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import SegmentNielsenDCR

struct CoalescingClockTests {
    @Test func workOfOneGrainIsDoneTogetherAndNeverEarly() {
        let base = ManualClock()
        let clock = CoalescingClock(base, grain: .milliseconds(20))
        let done = Recorder<Int>()
        for (number, delay) in [1_000, 1_001, 1_019, 1_020, 1_021].enumerated() {
            _ = clock.schedule(after: .milliseconds(delay)) { done.append(number) }
        }
        #expect(base.pendingCount == 3)
        base.advance(by: .milliseconds(999))
        #expect(done.isEmpty)
        base.advance(by: .milliseconds(1))
        #expect(done.elements == [0])
        base.advance(by: .milliseconds(19))
        #expect(done.elements == [0])
        base.advance(by: .milliseconds(1))
        #expect(done.elements == [0, 1, 2, 3])
        base.advance(by: .milliseconds(20))
        #expect(done.elements == [0, 1, 2, 3, 4])
        #expect(clock.now == base.now && clock.date == base.date)
    }

    @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(-1)])
    func aGrainOfNothingDelaysNothing(_ grain: Duration) {
        let base = ManualClock()
        let clock = CoalescingClock(base, grain: grain)
        let done = Recorder<Int>()
        for number in 1...3 { _ = clock.schedule(after: .nanoseconds(number)) { done.append(number) } }
        for number in 1...3 {
            base.advance(by: .nanoseconds(1))
            #expect(done.elements == Array(1...number))
        }
    }

    @Test func workThatIsCalledOffIsNotDoneAndIsLetGo() {
        let base = ManualClock()
        let clock = CoalescingClock(base, grain: .milliseconds(20))
        let done = Recorder<Int>()
        final class Held: Sendable {}
        var held: Held? = Held()
        weak let seen = held
        let first = clock.schedule(after: .milliseconds(5)) { [held] in
            _ = held
            done.append(1)
        }
        _ = clock.schedule(after: .milliseconds(6)) { done.append(2) }
        held = nil
        #expect(seen != nil)
        first.cancel()
        first.cancel()
        #expect(seen == nil)
        base.advance(by: .seconds(1))
        first.cancel()
        #expect(done.elements == [2])
        #expect(base.pendingCount == 0)
    }

    @Test func workMayScheduleWork() {
        let base = ManualClock()
        let clock = CoalescingClock(base, grain: .milliseconds(20))
        let done = Recorder<Int>()
        _ = clock.schedule(after: .zero) {
            done.append(1)
            _ = clock.schedule(after: .zero) { done.append(2) }
            _ = clock.schedule(after: .seconds(1)) { done.append(3) }
        }
        base.advance(by: .milliseconds(20))
        #expect(done.elements == [1, 2])
        base.advance(by: .seconds(1))
        #expect(done.elements == [1, 2, 3])
    }
}
