// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchHubRecording

/// A hub that a recorder has left goes on without it.
struct DetachedSourceTests {
    @Test func whatIsNotAttachedHearsNothing() throws {
        let test = TestHub()
        test.start()
        let clock = ManualClock()
        let intake = RecordingIntake(clock: clock, start: clock.now, linesPerSecond: 100) {}
        let source = HubSource(test.hub, intake)
        func hears() throws -> Bool {
            _ = intake.removeAll()
            try test.dispatch("Event", type: "com.example.t", source: "app")
            test.hub.reports.send(CommandReport.ended(id: 1, result: [:]))
            let taken = intake.removeAll()
            #expect(taken.items.isEmpty || taken.items.count == 2)
            return !taken.items.isEmpty
        }
        #expect(try !hears())
        source.attach()
        #expect(try hears())
        source.detach()
        #expect(try !hears())
    }
}
