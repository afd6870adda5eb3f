// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import LaunchHubTesting
import Testing

/// The times that a recording gives: of the calls of listeners, and of the day.
struct RecordedTimeTests {
    /// What a listener takes is not what its event has waited for.
    @Test func aDeliveryHasItsWaitAndItsLength() throws {
        let file = try RecordedFile()
        let test = TestHub()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        test.start()
        test.hub.listen(type: "com.example.t", source: "app") { [clock = test.clock] _ in
            clock.advance(by: .milliseconds(20))
        }
        test.run()
        test.hub.dispatch(try Event(name: "Event", type: "com.example.t", source: "app"))
        test.clock.advance(by: .milliseconds(7))
        test.run()
        recorder.flush()
        let event = try #require(try file.lines(of: "event").first { $0["name"] == "Event" })
        let delivery = try #require(try file.lines(of: "delivery").first { $0["number"] == event["number"] })
        #expect(delivery["queued"] == 7_000 && delivery["took"] == 20_000)
    }

    /// Clocks are corrected by up to a second all the time; times are cut to whole milliseconds.
    @Test(arguments: [(1.000_5, false), (1.001_5, true), (-0.999_5, false), (-1.000_5, true)])
    func aClockIsSetByAThousandAndOneMilliseconds(_ seconds: Double, _ isSet: Bool) throws {
        let file = try RecordedFile()
        let test = TestHub()
        test.start()
        let clock = SettableClock(ManualClock(date: Date(timeIntervalSince1970: 1_700_000_000)))
        let recorder = SessionRecorder(writingTo: .file(file.url), clock: clock, log: .disabled)
        recorder.attach(to: test.hub)
        clock.offset.withLock { $0 = seconds }
        try test.dispatch("Event", type: "com.example.t", source: "app")
        recorder.flush()
        #expect(try file.lines(of: "clock").count == (isSet ? 1 : 0))
    }
}
