// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchHubRecording
@testable import NielsenAppApi

/// Who rests: a source whose line was refused, and not one whose line was the last that the budget had.
struct SourceRestTests {
    private let clock = ManualClock()
    private let intake: RecordingIntake

    init() {
        intake = RecordingIntake(clock: clock, start: clock.now, linesPerSecond: 10) {}
    }

    private func use(_ count: Int, of source: RecordingIntake.Source) {
        _ = intake.put(source, count) { _, time in (RecordedItem(time: time, content: .registered("other")), 1) }
    }

    @Test(arguments: [(9, false), (10, true)])
    func theExtensionsOfAHub(_ used: Int, _ rests: Bool) {
        let hub = TestHub()
        hub.start()
        let source = HubSource(hub.hub, intake)
        source.attach()
        use(used, of: .sdk)
        hub.hub.reports.send(CommandReport.ended(id: 1, result: [:]))
        let woken = source.wake(intake)
        #expect(woken.isResting == rests && woken.missed == 0)
        #expect(hub.hub.reports.isObserved == !rests)
    }

    @Test(arguments: [(9, false), (10, true)])
    func theEventsOfAHub(_ used: Int, _ rests: Bool) throws {
        let hub = TestHub()
        hub.start()
        let source = HubSource(hub.hub, intake)
        source.attach()
        use(used, of: .hub)
        try hub.dispatch("Event", type: "com.example.t", source: "app")
        let woken = source.wake(intake)
        #expect(woken.isResting == rests && woken.missed == 0)
    }

    @Test(arguments: [(9, false), (10, true)])
    func anInstance(_ used: Int, _ rests: Bool) {
        let channel = ReportChannel()
        let source = InstanceSource(channel, name: "sdk-1", intake)
        source.attach(after: [])
        use(used, of: .sdk)
        channel.send(NielsenInstanceReport(identifier: nil, content: .event(code: 1, text: "", time: 0)))
        let woken = source.wake(intake)
        #expect(woken.isResting == rests && woken.missed == 0)
        #expect(channel.isObserved == !rests)
    }
}
