// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import LaunchHubTesting
import NielsenAppApi
import Testing

/// The times of a recording, which are exact to the millisecond, and whose clock they are by.
struct RecordingTimeTests {
    @Test func timesOfALongSessionAreExact() throws {
        let file = try RecordedFile()
        let test = TestHub(date: Date(timeIntervalSince1970: 1_700_000_000))
        let clock = SettableClock(test.clock)
        let recorder = SessionRecorder(writingTo: .file(file.url), clock: clock)
        recorder.attach(to: test.hub)
        test.start()
        // Until the recorder waits for nothing, in steps that are too short for a change of the clock.
        for _ in 0..<8 {
            recorder.flush()
            test.advance(by: .milliseconds(500))
        }
        recorder.flush()
        #expect(test.clock.nextDue == nil)
        test.advance(by: .seconds(9_999_996))
        clock.offset.withLock { $0 = 3_600 }
        try test.dispatch("Event", type: "com.example.t", source: "app")
        recorder.flush()
        #expect(try file.lines(of: "event").last?["t"] == 10_000_000_000)
        let set = try #require(try file.lines(of: "clock").first)
        #expect(try file.lines(of: "clock").count == 1)
        #expect(set["t"] == 10_000_000_000 && set["unix"] == 1_710_003_600_000)
    }

    @Test func theClockIsTheHubs() throws {
        let file = try RecordedFile()
        let test = TestHub(date: Date(timeIntervalSince1970: 1_600_000_000))
        test.start()
        let recorder = SessionRecorder.attach(to: test.hub, writingTo: .file(file.url))
        test.advance(by: .seconds(5))
        try test.dispatch("Event", type: "com.example.t", source: "app")
        recorder.stop()
        #expect(try file.lines().first?["start"] == 1_600_000_000_000)
        #expect(try file.lines(of: "event").first { $0["name"] == "Event" }?["t"] == 5_000)
        #expect(try file.lines().last?["t"] == 5_000)
    }

    @Test func theClockIsTheInstances() throws {
        let file = try RecordedFile()
        let clock = ManualClock(date: Date(timeIntervalSince1970: 1_600_000_000))
        let environment = NielsenEnvironment(clock: clock, pings: NielsenRecordingPingSink())
        let api = try NielsenAppApi.make(
            appInfo: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"],
            environment: environment
        )
        let recorder = SessionRecorder.attach(to: api, writingTo: .file(file.url))
        clock.advance(by: .seconds(5))
        api.stop()
        recorder.stop()
        #expect(try file.lines().first?["start"] == 1_600_000_000_000)
        #expect(try file.lines(of: "call").map { $0["name"] } == ["appInfo", "stop"])
        #expect(try file.lines(of: "call").map { $0["t"] } == [0, 5_000])
        api.shutdown()
    }
}
