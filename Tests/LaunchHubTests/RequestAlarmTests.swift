// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The one timer of all requests: a device is woken for it only where a request still waits.
struct RequestAlarmTests {
    private let clock = ManualClock()

    @Test func theAlarmIsSetForTheEarliestDeadline() {
        var alarm = RequestAlarm(clock: clock)
        let rung = Locked<[String]>([])
        func set(_ seconds: Int, _ name: String) {
            alarm.set(for: .zero + .seconds(seconds)) { rung.withLock { $0.append(name) } }
        }
        set(10, "ten")
        set(10, "ten again")
        set(20, "twenty")
        #expect(clock.pendingCount == 1)
        set(5, "five")
        #expect(clock.pendingCount == 1)
        clock.advance(by: .seconds(4))
        #expect(rung.withLock { $0 } == [])
        clock.advance(by: .seconds(30))
        #expect(rung.withLock { $0 } == ["five"])
        // Until it is noted that it has rung, it is in force.
        set(40, "forty")
        #expect(clock.pendingCount == 0)
        alarm.rings()
        set(40, "forty")
        clock.advance(by: .seconds(6))
        #expect(rung.withLock { $0 } == ["five", "forty"])
        // Of two at one time the first stays: nothing is set anew for the second.
        alarm.rings()
        set(50, "fifty")
        set(50, "fifty again")
        clock.advance(by: .seconds(10))
        #expect(rung.withLock { $0 } == ["five", "forty", "fifty"])
    }

    /// Requests that are answered one after the other would each set a timer and cancel it.
    @Test func theAlarmIsCalledOffOnceInFiftyMilliseconds() {
        var alarm = RequestAlarm(clock: clock)
        func set() { alarm.set(for: .zero + .seconds(10)) {} }
        set()
        alarm.rest()
        #expect(clock.pendingCount == 0)
        set()
        clock.advance(by: .milliseconds(49))
        alarm.rest()
        #expect(clock.pendingCount == 1)
        clock.advance(by: .milliseconds(1))
        alarm.rest()
        #expect(clock.pendingCount == 0)
        // To call off what is not set is none of these times.
        clock.advance(by: .milliseconds(50))
        alarm.rest()
        set()
        alarm.rest()
        #expect(clock.pendingCount == 0)
        set()
        alarm.cancel()
        #expect(clock.pendingCount == 0)
    }
}
